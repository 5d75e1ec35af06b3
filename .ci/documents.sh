# Programs and projects in documents, checked as they are written; commands are those of Pages.java. Bash, to be sourced.
#
#   document_programs FILE FOLDER   writes each Java program of FILE, which is a block of code with a public class, to FOLDER
#   document_tests FILE FOLDER      writes each Java test of FILE, which is a block of code with a class *Test, to FOLDER
#   document_kotlin FILE                 prints the first program of FILE in Kotlin
#   document_project POM PROJECT TESTS KOTLIN   prints POM with the dependencies that pages show: of a project, of its tests, of a
#                                        program in Kotlin; and with the plugin of the last page

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

document_kotlin() {
  awk '/^```kotlin/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$1"
}

# The xml block of that number of a page.
document_xml() {
  awk -v wanted="$2" '/^```xml/ { inside = ++number == wanted; next } /^```/ { inside = 0 } inside' "$1"
}

document_project() {
  local shown tests
  shown="$(document_xml "$2" 1)"
  tests="$(awk '/^```xml/ { inside = 1; next } /^```/ { inside = 0 } inside' "$3")"
  sed '/<dependencyManagement>/,$d' "$1"
  # The last line of the first page ends its dependencies.
  printf '%s\n%s\n%s\n</dependencies>\n' "$(sed '$d' <<<"$shown")" "$tests" "$(document_xml "$4" 1)"
  sed '1,/^  <\/dependencies>/d; /^    <plugins>/,$d' "$1"
  printf '<plugins>\n%s\n' "$(document_xml "$4" 2)"
  sed '1,/^    <plugins>/d' "$1"
}
