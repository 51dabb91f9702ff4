#!/usr/bin/env bash
# Runs a command in a fresh clone on a bare Debian with only this machine's Node and npm. Needs root and mmdebstrap, and
# uses the committed state.
#
#   dev/setup/bare-machine.sh trixie                      npm start with a sign-up, then npm test
#   dev/setup/bare-machine.sh bookworm npm run check      another command
#   AS=nobody NODE=/path/to/node dev/setup/bare-machine.sh trixie     as another user, with another Node
set -eu
cd "$(dirname "$0")/../.."
suite=${1:?name a release of Debian}
shift
(($# > 0)) || set -- sh -c 'node dev/setup/try-start.mjs && npm test'
as=${AS:-root}

machine=$(mktemp -d)
trap 'rm -rf --one-file-system "$machine"' EXIT
mmdebstrap --quiet --variant=minbase "$suite" "$machine"
chmod 755 "$machine"

npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$machine/usr/local/lib/npm"
cp -r "$npm/." "$machine/usr/local/lib/npm"
ln -s ../lib/npm/bin/npm-cli.js "$machine/usr/local/bin/npm"
ln -s ../lib/npm/bin/npx-cli.js "$machine/usr/local/bin/npx"
cp "${NODE:-$(readlink -f "$(command -v node)")}" "$machine/usr/local/bin/node"

# The clone uses the registry settings of this machine.
cp -L /etc/resolv.conf /etc/hosts "$machine/etc"
home=$machine/home/envhold
mkdir -p "$home"
for key in registry proxy https-proxy; do
  value=$(npm config get "$key" 2>/dev/null)
  [[ $value == null ]] || echo "$key=$value" >>"$home/.npmrc"
done
authorities=$(npm config get cafile 2>/dev/null)
if [[ -f $authorities ]]; then
  cp "$authorities" "$home/authorities.pem"
  echo "cafile=/home/envhold/authorities.pem" >>"$home/.npmrc"
fi

git clone --quiet --no-local . "$home/checkout"
chroot "$machine" chown -R "$as:" /home/envhold

# Mounts and processes end with the namespace.
inside='mount --rbind /dev "$0/dev" && root=$0 as=$1 && shift && exec chroot --userspec="$as:" "$root" env -i \
  HOME=/home/envhold PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin sh -c "cd ~/checkout && exec \"\$@\"" sh "$@"'
unshare --mount --pid --fork --kill-child --mount-proc="$machine/proc" sh -c "$inside" "$machine" "$as" "$@"
