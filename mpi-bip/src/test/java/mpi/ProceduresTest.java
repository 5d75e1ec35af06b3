package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of procedures in docs/MPI.md has all of MPI 4.1, and says what the classes say. */
class ProceduresTest {
    private static final Path TABLE = Path.of("..", "docs", "MPI.md");
    private static final List<Path> SOURCES =
            List.of(Path.of("src", "main", "java", "mpi"), Path.of("src", "main", "forms", "mpi"));

    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| `(MPI_\\w+)` \\| (.+) \\|");

    /** What follows the Javadoc of a public member, up to its name. */
    private static final Pattern MEMBER =
            Pattern.compile("\\s*(?:@[\\w.]+(?:\\([^)]*+\\))?\\s*+)*+public [^;{=(]*?(\\w+)\\s*[(;=]");

    private static final Pattern NAME = Pattern.compile("MPI_[A-Z]\\w*[a-z]\\w*");

    /** A row: what is there of a procedure is a member of a class in quotes, or a reason why there is none. */
    private record Row(String chapter, String procedure, String here) {
        boolean isThere() {
            return here.startsWith("`");
        }

        /** True if a public class has the member. */
        boolean isTrue() throws ClassNotFoundException {
            String member = here.substring(1, here.length() - 1);
            boolean isConstructor = member.startsWith("new ");
            String[] parts = member.split("[ .]");
            Class<?> owner = Class.forName("mpi." + parts[isConstructor ? 1 : 0]);
            Stream<? extends Executable> members =
                    isConstructor ? Stream.of(owner.getConstructors()) : Stream.of(owner.getMethods());
            return Modifier.isPublic(owner.getModifiers())
                    && members.anyMatch(one -> isConstructor || one.getName().equals(parts[1]));
        }
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(TABLE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(new Row(row.group(1), row.group(2), row.group(3)));
            }
        }
        return rows;
    }

    private static List<String> standard() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ProceduresTest.class.getResourceAsStream("procedures-4.1.txt"), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void theTableHasAllProceduresInTheOrderOfTheStandard() throws IOException {
        List<String> names = rows().stream()
                .map(row -> row.chapter() + " " + row.procedure())
                .toList();
        assertEquals(standard(), names);
    }

    @Test
    void whatTheTableNamesIsThere() throws Exception {
        List<Row> wrong = new ArrayList<>();
        for (Row row : rows()) {
            if (row.isThere() ? !row.isTrue() : !row.here().startsWith("not ")) {
                wrong.add(row);
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** Public members name their procedures in their Javadoc: none may be missing in the table's eyes. */
    @Test
    void whatIsThereIsInTheTable() throws IOException {
        List<String> absent = rows().stream()
                .filter(row -> !row.isThere())
                .map(Row::procedure)
                .toList();
        List<String> wrong = new ArrayList<>();
        int found = 0;
        for (Path file : sources()) {
            String[] comments = Files.readString(file).split("/\\*\\*");
            for (int i = 1; i < comments.length; i++) {
                int end = comments[i].indexOf("*/");
                Matcher member = MEMBER.matcher(comments[i].substring(end + 2));
                Matcher name = NAME.matcher(comments[i].substring(0, end));
                while (member.lookingAt() && name.find()) {
                    found++;
                    if (absent.contains(name.group())) {
                        wrong.add(file.getFileName() + ": " + member.group(1) + " is " + name.group());
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(found > 300, found + " names were found in Javadoc");
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(all::add);
            }
        }
        return all;
    }
}
