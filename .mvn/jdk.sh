# Finds a JDK 25 without starting a JVM. POSIX sh, to be sourced: by mvnw, by the scripts bipj and mpirun, by .ci/run.
#
# The version is read from the file `release` that every JDK has at its root. System `mvn` does not come through here:
# there maven-toolchains-plugin searches (much the same places).

# True where $1 is the root of a JDK 25 (a JRE has no javac and does not count). Starts no process: it is asked for each
# JDK of the machine, and by every run.
bipj_is_jdk25() {
  [ -n "${1-}" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r bipj_line || [ -n "$bipj_line" ]; do
    case $bipj_line in 'JAVA_VERSION="25'[\".+-]*) return 0 ;; esac
  done <"$1/release"
  return 1
}

# Prints the root of a JDK 25, or prints nothing and returns 1. What the user named comes before what is installed.
bipj_find_jdk25() {
  for bipj_jdk in "${JAVA25_HOME-}" "${JAVA_HOME-}"; do
    if bipj_is_jdk25 "$bipj_jdk"; then printf '%s\n' "$bipj_jdk"; return 0; fi
  done
  # The java on the PATH: its real place is JDK/bin/java, behind any links of the package manager.
  bipj_java="$(command -v java 2>/dev/null)" && bipj_java="$(readlink -f "$bipj_java" 2>/dev/null)" || bipj_java=
  bipj_jdk="${bipj_java%/bin/java}"
  if bipj_is_jdk25 "$bipj_jdk"; then printf '%s\n' "$bipj_jdk"; return 0; fi
  for bipj_jdk in /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/java/* /usr/local/*jdk* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.asdf/installs/java/* \
    "${HOME-}"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if bipj_is_jdk25 "$bipj_jdk"; then printf '%s\n' "$bipj_jdk"; return 0; fi
  done
  return 1
}

# Explains on stderr what was searched and what to install.
bipj_no_jdk25() {
  cat >&2 <<'END'
BIPJ needs a JDK 25 (with javac), and none was found.
Searched: $JAVA25_HOME, $JAVA_HOME, java on the PATH, /usr/lib/jvm, /usr/java, /opt, /usr/local,
          ~/.sdkman, ~/.jdks, ~/.asdf, mise, /Library/Java/JavaVirtualMachines.
Install one, for example:
  Debian, Ubuntu:   apt-get install openjdk-25-jdk-headless     (or temurin-25-jdk from packages.adoptium.net)
  Fedora:           dnf install java-25-openjdk-devel
  macOS:            brew install openjdk@25
  any, with SDKMAN: sdk install java 25-tem
or set JAVA25_HOME (or JAVA_HOME) to the root of a JDK 25.
END
}
