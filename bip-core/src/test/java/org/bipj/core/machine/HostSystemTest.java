package org.bipj.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@link HostSystem} is the only door to what a system has beside the JDK: in the sources of all modules nothing else calls a function
 * of the C library, or names a file of Linux or a program, without it.
 */
class HostSystemTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Scripts for shells that only processes of Linux start. */
    private static final Set<String> SCRIPTS = Set.of("OwnLauncher.java", "Remover.java", "Watchdog.java");

    /** Comments, text blocks, strings, and what has to be found outside of them. */
    private static final Pattern PARTS = Pattern.compile(
            "//[^\\n]*|/\\*.*?\\*/|\"\"\"(?<block>.*?)\"\"\"|\"(?<text>(?:[^\"\\\\\\n]|\\\\.)*+)\"|'(?:\\\\.|[^'])'"
                    + "|(?<call>\\bnativeLinker\\b|\\bSystem\\.load(?:Library)?\\()",
            Pattern.DOTALL);

    private static final Pattern FILE =
            Pattern.compile("/(?:proc|sys|dev|bin|usr|etc|tmp|run|var)(?:/.*)?", Pattern.DOTALL);

    /** In a script, or in the middle of a text, what only Linux has. */
    private static final Pattern INSIDE = Pattern.compile("/(?:proc|sys)/[a-z$]");

    private static final Set<String> PROGRAMS =
            Set.of("sh", "bash", "setsid", "taskset", "mkfifo", "stty", "cat", "hostname", "uname", "perl");

    private static final Pattern DOOR =
            Pattern.compile("(?:HostSystem\\s*\\.\\w+|\\.startsWith)\\((?:\\s*\"[^\"]*\",)*\\s*$");

    /** Whether a source may have any of that: a quick look. */
    private static boolean isSuspect(String source) {
        return Stream.of("\"/", "nativeLinker", "System.load", "/proc/", "/sys/")
                        .anyMatch(source::contains)
                || PROGRAMS.stream().anyMatch(program -> source.contains('"' + program + '"'));
    }

    /** What of a source goes past the door. */
    private static List<String> past(String source) {
        List<String> found = new ArrayList<>();
        if (!isSuspect(source)) {
            return found;
        }
        Matcher part = PARTS.matcher(source);
        while (part.find()) {
            String text = part.group("text");
            String block = part.group("block");
            boolean isPast = part.group("call") != null
                    || block != null && INSIDE.matcher(block).find()
                    || text != null
                            && (FILE.matcher(text).matches()
                                    || PROGRAMS.contains(text)
                                    || INSIDE.matcher(text).find())
                            && !DOOR.matcher(source.substring(Math.max(0, part.start() - 200), part.start()))
                                    .find();
            if (isPast) {
                found.add(part.group());
            }
        }
        return found;
    }

    /** The sources of modules, which are folders at the top, or folders in such. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> folders = Files.find(ROOT, 2, (folder, what) -> what.isDirectory())) {
            return folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    @Test
    void nothingGoesPastTheDoor() throws IOException {
        List<String> found = new ArrayList<>();
        int seen = 0;
        for (Path sources : sources()) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    seen++;
                    String name = file.getFileName().toString();
                    if (!name.equals("HostSystem.java") && !SCRIPTS.contains(name)) {
                        past(Files.readString(file)).forEach(text -> found.add(name + ": " + text));
                    }
                }
            }
        }
        assertTrue(seen > 1000, "sources: " + seen);
        assertEquals(List.of(), found, "ask HostSystem for it, and do without it where that has none");
    }

    @Test
    void whatGoesPastTheDoorIsFound() {
        assertEquals(List.of("nativeLinker"), past("Linker linker = Linker.nativeLinker();"));
        assertEquals(List.of("\"/proc/self/stat\""), past("Path.of(\"/proc/self/stat\")"));
        assertEquals(List.of("\"/proc/\""), past("Path.of(\"/proc/\" + pid)"));
        assertEquals(List.of("\"setsid\""), past("List.of(\"setsid\", command)"));
        assertEquals(List.of("\"cat /proc/$$/environ\""), past("\"cat /proc/$$/environ\""));
        assertEquals(List.of(), past("HostSystem.file(\"/proc/\" + pid + \"/stat\") // \"/proc/self\" "));
        assertEquals(List.of(), past("HostSystem\n    .program(\"/bin/stty\", \"/usr/bin/stty\")"));
    }

    /** On Linux without the property; what other systems get is tried by the launcher's jobs. */
    @Test
    void onLinuxItsFilesAreThere() {
        assertFalse(HostSystem.isPortable());
        assertEquals(Path.of("/proc/self/stat"), HostSystem.file("/proc/self/stat"));
        assertEquals(List.of("/bin/sh"), HostSystem.program("/bin/no-such-shell", "/bin/sh"));
        assertTrue(Files.isExecutable(HostSystem.java()));
    }
}
