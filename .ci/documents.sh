# Programs and projects in documents, checked as they are written; commands are those of Pages.java. Bash, to be sourced.
#
#   document_programs FILE FOLDER   writes each Java program of FILE, which is a block of code with a public class, to FOLDER
#   document_tests FILE FOLDER      writes each Java test of FILE, which is a block of code with a class *Test, to FOLDER
#   document_project POM PROJECT TESTS   prints POM with the dependencies that two pages show: of a project, and of its tests

document_programs() {
  awk -v folder="$2" '
    /^```java/ { inside = 1; text = ""; name = ""; next }
    /^```/ && inside { inside = 0; if (name != "" && !(name in seen)) printf "%s", text > (folder "/" name ".java"); seen[name]; next }
    inside { text = text $0 "\n" }
    inside && name == "" && /^public class / { name = $3 }
  ' "$1"
}

document_tests() {
  awk -v folder="$2" '
    /^```java/ { inside = 1; text = ""; name = ""; next }
    /^```/ && inside { inside = 0; if (name != "") printf "%s", text > (folder "/" name ".java"); next }
    inside { text = text $0 "\n" }
    inside && name == "" && /^class [A-Za-z]+Test \{/ { name = $2 }
  ' "$1"
}

document_project() {
  local shown tests
  shown="$(awk '/^```xml/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$2")"
  tests="$(awk '/^```xml/ { inside = 1; next } /^```/ { inside = 0 } inside' "$3")"
  sed '/<dependencyManagement>/,$d' "$1"
  # The last line of the first page ends its dependencies.
  printf '%s\n%s\n</dependencies>\n' "$(sed '$d' <<<"$shown")" "$tests"
  sed '1,/^  <\/dependencies>/d' "$1"
}
