# An installed copy: everything is there, and nothing is written below its root. Sourced by common.sh.

BIPJ_ROOT="${bipj_scripts%/libexec/sh}"
BIPJ_LIB="$BIPJ_ROOT/lib"
BIPJ_PARTS="$BIPJ_ROOT/libexec"
BIPJ_JDK_FILE="${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bipj/jdk"
BIPJ_RUNTIME="$BIPJ_ROOT/runtime"
. "$bipj_scripts/jdk.sh"

bipj_ensure_built() { bipj_find_jdk_or_exit; }
