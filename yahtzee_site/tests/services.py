"""Runs services for tests: PostgreSQL, Redis, nginx, Caddy, TLS. All on loopback."""

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from games.tests.site import ROOT, Server, Site

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def program(name: str, *folders: Path) -> str:
    """Return the path of an installed program; says what to install when there is none."""
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"], "/usr/sbin"]))
    if not found:
        raise RuntimeError(
            f"{name} is not installed (Debian: apt install postgresql redis-server nginx caddy systemd)"
        )
    return found


class Redis(Server):
    """A Redis without persistence."""

    name = "redis"

    def command(self) -> list[str]:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return [program("redis-server"), *where, "--save", "", "--appendonly", "no"]

    @property
    def url(self) -> str:
        return self.database(0)

    def database(self, number: int) -> str:
        """Return the address of one of its databases."""
        return f"redis://127.0.0.1:{self.port}/{number}"


class Postgres(Server):
    """A PostgreSQL cluster with one empty database."""

    name = "postgres"

    def __init__(self, folder: Path, port: int | None = None) -> None:
        super().__init__(folder, port)
        self.data = folder / "postgres"
        self.data.mkdir()
        self.as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            for path in (folder, *folder.parents):
                if path.stat().st_uid == 0 and path != path.parent:
                    path.chmod(path.stat().st_mode | 0o011)
            shutil.chown(self.data, "postgres", "postgres")
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")

    def run(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        command = [*self.as_user, program(name, *POSTGRES[-1:]), *arguments]
        result = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr

    def command(self) -> list[str]:
        options = ["listen_addresses=127.0.0.1", "unix_socket_directories="]
        return [
            *[*self.as_user, program("postgres", *POSTGRES[-1:]), "-D", str(self.data), "-p", str(self.port)],
            *[part for option in options for part in ("-c", option)],
        ]

    def _ready(self) -> bool:
        if not super()._ready():
            return False
        with contextlib.suppress(AssertionError):
            self.run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
            return True
        return False

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """End it without waiting for its clients."""
        super().stop(number)

    def create(self, name: str) -> str:
        """Make a database and return its address."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"


def certificate(folder: Path) -> tuple[str, str]:
    """Return the files of a key and a self-signed certificate, created on the first call."""
    key, signed = str(folder / "key.pem"), str(folder / "cert.pem")
    if not Path(signed).exists():
        kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"]
        command = [program("openssl"), *kind, "-keyout", key, "-out", signed]
        subprocess.run(command, capture_output=True, check=True)
    return key, signed


class Nginx(Server):
    """nginx with the files of deploy/nginx, on another port, without TLS if not asked for."""

    name = "nginx"

    def __init__(
        self, folder: Path, ports: list[int], kind: str = "host.conf", strip: bool = False, tls: bool = False
    ) -> None:
        super().__init__(folder)
        self.ports, self.kind, self.strip, self.tls = ports, kind, strip, tls
        self.config = folder / f"nginx-{self.port}"
        self.config.mkdir()
        self.write()

    def write(self) -> None:
        """Write the configuration: the samples, with what belongs to a real host replaced."""
        upstream = self.sample("upstream.conf")
        line = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;\n"
        assert line in upstream
        upstream = upstream.replace(line, "".join(line.replace("8000", str(port)) for port in self.ports))
        (self.config / "upstream.conf").write_text(upstream)
        (self.config / "proxy.conf").write_text(self.sample("proxy.conf"))
        site = self.sample(self.kind)
        if self.strip:
            assert "proxy_pass http://yahtzee;" in site
            site = site.replace("proxy_pass http://yahtzee;", "proxy_pass http://yahtzee/;")
        if self.kind == "host.conf":
            site = site[site.index("server {", site.index("return 301")) :]
            site = "".join(
                f"    listen 127.0.0.1:{self.port};\n" if "listen 443" in text else f"{text}\n"
                for text in site.splitlines()
                if "listen [" not in text and "ssl_certificate" not in text
            )
        else:
            site = f"server {{\n{self._listen()}\n{site}\n}}\n"
        user = "user root;\n" if os.geteuid() == 0 else ""  # or its workers could not reach this folder
        (self.config / "nginx.conf").write_text(
            f"{user}daemon off;\npid {self.config}/pid;\nerror_log stderr warn;\nworker_processes 1;\n"
            "events { worker_connections 1024; }\n"
            f"http {{\naccess_log off;\n{self._temporary()}"
            f"include {self.config}/upstream.conf;\n{site}\n}}\n"
        )

    def _listen(self) -> str:
        if not self.tls:
            return f"listen 127.0.0.1:{self.port};"
        key, signed = certificate(self.folder)
        return f"listen 127.0.0.1:{self.port} ssl;\nssl_certificate {signed};\nssl_certificate_key {key};"

    def sample(self, name: str) -> str:
        text = (ROOT / "deploy" / "nginx" / name).read_text()
        return text.replace("/etc/nginx/yahtzee/", f"{self.config}/")

    def _temporary(self) -> str:
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        return "".join(f"{kind}_temp_path {self.config}/{kind};\n" for kind in kinds)

    def command(self) -> list[str]:
        options = ["-p", str(self.config), "-c", str(self.config / "nginx.conf"), "-e", "stderr"]
        return [program("nginx"), *options]


class Caddy(Server):
    """Caddy with deploy/caddy/Caddyfile.sub-path, on another port, with a self-signed certificate."""

    name = "caddy"

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder)
        sample = (ROOT / "deploy" / "caddy" / "Caddyfile.sub-path").read_text()
        key, signed = certificate(folder)
        for line, instead in {
            "www.example.org {": f"https://www.example.org:{self.port} {{\n\ttls {signed} {key}",
            "127.0.0.1:8000": f"127.0.0.1:{port}",
            "\n{\n": "\n{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n",
        }.items():
            assert line in sample
            sample = sample.replace(line, instead)
        self.config = folder / f"Caddyfile-{self.port}"
        self.config.write_text(sample)

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}

    def command(self) -> list[str]:
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(self.config)]


class TlsSite(Site):
    """A process of the site with a self-signed certificate."""

    name = "tls-site"

    def command(self) -> list[str]:
        key, signed = certificate(self.folder)
        return [*super().command(), "--ssl-keyfile", key, "--ssl-certfile", signed]


@contextlib.contextmanager
def services(folder: Path) -> Iterator[tuple[Postgres, Redis]]:
    """Run PostgreSQL and Redis."""
    with contextlib.ExitStack() as stack:
        postgres, redis = Postgres(folder), Redis(folder)
        stack.enter_context(postgres)
        stack.enter_context(redis)
        yield postgres, redis
