"""Finds the names of this machine for script/server: `host …` for ALLOWED_HOSTS, `show …` for people.

Standard library only. Fails with a plain sentence when the port is taken.
"""

import contextlib
import ipaddress
import shutil
import socket
import subprocess
import sys

ANYWHERE = {"0.0.0.0", "::"}


def own_addresses() -> list[str]:
    """Return the addresses of this machine in the local network, the likeliest first."""
    found = []
    for family, outside in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((outside, 9))  # sends nothing; only selects the local address
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    if shutil.which("hostname"):
        listed = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
        found += listed.stdout.split() if listed.returncode == 0 else []
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    unique = list(dict.fromkeys(address.partition("%")[0] for address in found))
    return [address for address in unique if not ipaddress.ip_address(address).is_loopback]


def in_url(address: str) -> str:
    """Return the address as it is written in a URL."""
    return f"[{address}]" if ":" in address else address


def check_port(host: str, port: int) -> None:
    """Exit with a sentence when the port cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = f"Cannot listen on {host} port {port}: {error.strerror}."
            sys.exit(f"{reason} Try PORT={port + 1} script/server")


def main(host: str, port_text: str) -> None:
    """Print the lines for one listening address."""
    if not port_text.isdecimal() or not 0 < int(port_text) < 65536:
        sys.exit(f"PORT must be a number from 1 to 65535, not {port_text!r}.")
    check_port(host, int(port_text))
    addresses = own_addresses() if host in ANYWHERE else []
    name = socket.gethostname().lower()
    hosts = ["localhost", "127.0.0.1", "[::1]", name, f"{name.partition('.')[0]}.local"]
    hosts += [in_url(address) for address in addresses]
    if host not in ANYWHERE:
        hosts.append(in_url(host))
    for entry in dict.fromkeys(hosts):
        print("host", entry)
    local = "localhost" if host in ANYWHERE | {"127.0.0.1", "::1", "localhost"} else in_url(host)
    print("show", f"Play here:               http://{local}:{port_text}")
    for address in [address for address in addresses if ":" not in address][:1]:
        print("show", f"In the same network:     http://{address}:{port_text}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
