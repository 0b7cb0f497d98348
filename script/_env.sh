# Shared by the scripts of this folder (bash): finds Python, makes .venv, installs pinned packages when they changed,
# prepares what is generated from the sources. For `source`, not to be run.

cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT="$PWD"
VENV="${VENV:-$ROOT/.venv}"
# Modules are compiled once: many processes (servers, processes of tests) import the same ones.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Prints the first Python that is new enough.
find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14 python; do
        if command -v "$candidate" >/dev/null &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed and was not found. Install it, or name it: PYTHON=/path/to/python3 $0"
}

make_venv() {
    if "$VENV/bin/python" -c 'import pip' 2>/dev/null; then
        return
    fi
    local python
    python="$(find_python)" || exit 1
    say "Making .venv with $("$python" --version) …"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null || ! "$python" -m venv --clear "$VENV" >&2; then
        die "Python cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"
    fi
}

# hash_of FILE: one checksum over a file and the Python it is for.
hash_of() {
    { "$VENV/bin/python" --version; cat "$1"; } | "$VENV/bin/python" -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'
}

# install_packages NAME FILE: installs a lock file of script/lock unless nothing changed since the last time. Each
# package must be one of the files that were there when it was written.
install_packages() {
    local stamp="$VENV/.installed-$1" file="$2" hash
    hash="$(hash_of "$file")"
    if [ "$(cat "$stamp" 2>/dev/null)" = "$hash" ]; then
        return
    fi
    say "Installing packages ($file) …"
    "$VENV/bin/python" -m pip install --disable-pip-version-check --quiet --require-hashes -r "$file" >&2 ||
        die "The packages could not be installed. A first start needs the network."
    printf '%s\n' "$hash" >"$stamp"
}

# One setup at a time, where the system has flock.
lock_setup() {
    mkdir -p "${DATA_DIR:-var}"
    if command -v flock >/dev/null; then
        exec 9>"${DATA_DIR:-var}/.setup.lock"
        flock 9
    fi
}

unlock_setup() { exec 9>&-; }

compile_messages() { "$VENV/bin/python" -m yahtzee_site.translations >&2; }

# Gathers static files when one of them, or a package that brings some, changed.
collect_static() {
    local data="${DATA_DIR:-var}" hash stamp
    stamp="$data/.static-collected"
    hash="$({ find static -type f -exec cksum {} + | sort; cat requirements.lock; } | cksum)"
    if [ -f "$data/static/staticfiles.json" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$hash" ]; then
        return
    fi
    say "Gathering static files …"
    "$VENV/bin/python" manage.py collectstatic --noinput --verbosity 0
    printf '%s\n' "$hash" >"$stamp"
}
