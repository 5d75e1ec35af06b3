# Finds a JDK without starting a JVM: 25 for the build, 25 or newer for programs. POSIX sh, to be sourced: by mvnw, by the
# scripts bipj and mpirun, by .ci/run.
#
# The version is read from the file `release` that every JDK has at its root. System `mvn` does not come through here:
# there maven-toolchains-plugin searches (much the same places).

# Sets bipj_release to the feature release of the JDK whose root is $1; false where there is none (a JRE has no javac and
# does not count). Starts no process: it is asked for each JDK of the machine, and by every run.
bipj_read_release() {
  bipj_release=0
  [ -n "${1-}" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r bipj_line || [ -n "$bipj_line" ]; do
    case $bipj_line in
      'JAVA_VERSION="'[0-9]*)
        bipj_line="${bipj_line#*\"}"
        bipj_release="${bipj_line%%[!0-9]*}"
        return 0
        ;;
    esac
  done <"$1/release"
  return 1
}

bipj_is_jdk25() { bipj_read_release "${1-}" && [ "$bipj_release" -eq 25 ]; }

bipj_is_jdk() { bipj_read_release "${1-}" && [ "$bipj_release" -ge 25 ]; }

# Calls $1 with the root of each installed JDK until it returns 0; returns 1 if it never does. The java on the PATH comes
# first: its real place is JDK/bin/java, behind any links of the package manager.
bipj_each_jdk() {
  bipj_java="$(command -v java 2>/dev/null)" && bipj_java="$(readlink -f "$bipj_java" 2>/dev/null)" || bipj_java=
  for bipj_jdk in "${bipj_java%/bin/java}" \
    /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/java/* /usr/local/*jdk* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.asdf/installs/java/* \
    "${HOME-}"/.local/share/mise/installs/java/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if "$1" "$bipj_jdk"; then return 0; fi
  done
  return 1
}

bipj_print_if_jdk25() { bipj_is_jdk25 "$1" && printf '%s\n' "$1"; }

# Prints the root of a JDK 25, or prints nothing and returns 1. What the user named comes before what is installed.
bipj_find_jdk25() {
  bipj_print_if_jdk25 "${JAVA25_HOME-}" || bipj_print_if_jdk25 "${JAVA_HOME-}" || bipj_each_jdk bipj_print_if_jdk25
}

# Keeps the lowest release so far.
bipj_lowest() {
  if bipj_is_jdk "$1" && { [ -z "$bipj_best" ] || [ "$bipj_release" -lt "$bipj_best_release" ]; }; then
    bipj_best="$1" bipj_best_release="$bipj_release"
  fi
  return 1
}

# Prints the root of a JDK 25 or newer, or prints nothing and returns 1: what the user named, else a JDK 25, else the
# lowest newer one.
bipj_find_jdk() {
  for bipj_jdk in "${JAVA25_HOME-}" "${JAVA_HOME-}"; do
    if bipj_is_jdk "$bipj_jdk"; then printf '%s\n' "$bipj_jdk"; return 0; fi
  done
  bipj_best=
  bipj_each_jdk bipj_print_if_jdk25 && return 0
  bipj_each_jdk bipj_lowest || true
  [ -n "$bipj_best" ] && printf '%s\n' "$bipj_best"
}

# Collects installed JDKs of other releases.
bipj_refuse() {
  if bipj_read_release "$1"; then
    case "$bipj_refused, " in *" $1 ($bipj_release), "*) ;; *) bipj_refused="$bipj_refused, $1 ($bipj_release)" ;; esac
  elif [ -n "$1" ] && [ -x "$1/bin/java" ] && [ -d "$1/lib" ]; then
    case "$bipj_refused, " in *" $1 (no javac), "*) ;; *) bipj_refused="$bipj_refused, $1 (no javac)" ;; esac
  fi
  return 1
}

# Explains on stderr what was searched, what was found and refused, and what to install; $1: "25", or "25 or newer".
bipj_no_jdk() {
  bipj_refused=
  bipj_refuse "${JAVA25_HOME-}" || bipj_refuse "${JAVA_HOME-}" || bipj_each_jdk bipj_refuse || true
  : "${bipj_refused:=, nothing}"
  cat >&2 <<END
BIPJ needs a JDK $1 (with javac), and none was found.
Searched: \$JAVA25_HOME, \$JAVA_HOME, java on the PATH, /usr/lib/jvm, /usr/java, /opt, /usr/local,
          ~/.sdkman, ~/.jdks, ~/.asdf, mise, Homebrew's opt, /Library/Java/JavaVirtualMachines.
Found and refused: ${bipj_refused#, }
END
  cat >&2 <<'END'
Install one, for example:
  Debian, Ubuntu:   apt-get install openjdk-25-jdk-headless     (or temurin-25-jdk from packages.adoptium.net)
  Fedora:           dnf install java-25-openjdk-devel
  macOS:            brew install openjdk@25
  any, with SDKMAN: sdk install java 25-tem
or set JAVA25_HOME (or JAVA_HOME) to the root of one.
END
}

bipj_no_jdk25() { bipj_no_jdk 25; }
