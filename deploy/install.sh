#!/bin/sh
# Installs Envhold from an archive of a release, after it has compared its checksum:
#
#   sh install.sh envhold-server-VERSION-linux-x64.tar.gz
#
# Beside the archive lies SHA256SUMS. If ENVHOLD_PUBLIC_KEY names the file of a public key, minisign verifies the signature
# SHA256SUMS.minisig first. PREFIX is /usr/local for root, otherwise ~/.local.
set -eu

archive="${1:?Name the archive: sh install.sh envhold-server-VERSION-linux-x64.tar.gz}"
folder=$(dirname "$archive")
name=$(basename "$archive")
if [ "$(id -u)" = 0 ]; then
  # The user of the service runs what root installs, whatever the umask of root.
  umask 022
  : "${PREFIX:=/usr/local}"
else
  : "${PREFIX:=$HOME/.local}"
fi

# Paths are as seen from here, not from the folder of the archive.
case "${ENVHOLD_PUBLIC_KEY:-}" in
'' | /*) ;;
*) ENVHOLD_PUBLIC_KEY="$(pwd)/$ENVHOLD_PUBLIC_KEY" ;;
esac
case "$PREFIX" in
/*) ;;
*) PREFIX="$(pwd)/$PREFIX" ;;
esac

cd "$folder"
[ -f "$name" ] || { echo "There is no $name in $(pwd)." >&2; exit 1; }
[ -f SHA256SUMS ] || { echo "There is no SHA256SUMS beside $name: download it too." >&2; exit 1; }
if [ -n "${ENVHOLD_PUBLIC_KEY:-}" ]; then
  command -v minisign >/dev/null || { echo "Install minisign: it verifies the signature of SHA256SUMS." >&2; exit 1; }
  minisign -Vq -p "$ENVHOLD_PUBLIC_KEY" -m SHA256SUMS || { echo "SHA256SUMS has no valid signature." >&2; exit 1; }
fi
line=$(grep -F "  $name" SHA256SUMS) || { echo "SHA256SUMS does not name $name." >&2; exit 1; }
echo "$line" | sha256sum --check --status || { echo "$name is damaged, or is not of this release." >&2; exit 1; }

into="$PREFIX/lib/${name%.tar.gz}"
mkdir -p "$PREFIX/lib" "$PREFIX/bin"
rm -rf "$into.new"
mkdir "$into.new"
tar -xzf "$name" --strip-components 1 -C "$into.new"
rm -rf "$into"
mv "$into.new" "$into"
ln -sfn "../lib/${name%.tar.gz}/envhold-server" "$PREFIX/bin/envhold-server"
echo "Installed $("$PREFIX/bin/envhold-server" --version) in $into"
case ":$PATH:" in
*":$PREFIX/bin:"*) echo "Start it: envhold-server serve" ;;
*) echo "Start it: $PREFIX/bin/envhold-server serve" ;;
esac
