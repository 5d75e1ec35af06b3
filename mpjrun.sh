#!/usr/bin/env bash
# Starts programs of MPJ Express as its own mpjrun.sh does: ./mpjrun.sh -np 4 -cp . Hello. See ./mpjrun.sh -h.
set -euo pipefail
self="${BASH_SOURCE[0]}"
case $self in */*) ;; *) self="./$self" ;; esac
while [ -L "$self" ]; do
  link="$(readlink "$self")"
  case $link in
    /*) self="$link" ;;
    *) self="${self%/*}/$link" ;;
  esac
done
. "${self%/*}/launcher/src/main/sh/common.sh"
. "${self%/*}/launcher/src/main/sh/launch.sh"
. "${self%/*}/launcher/src/main/sh/mpj.sh"
bipj_ensure_built
bipj_mpjrun "$@"
