package org.bipj.core.job.family;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.nic.PortException;

/**
 * Hints and arguments of processes that a rank asks for, in a file, which the hint {@code file} names (MPI 4.1 section 11.8.4 leaves its
 * format open). Lines of {@code KEY = VALUE}, and of {@code [FROM-TO]} or {@code [NUMBER]}, behind which lines are for these processes of
 * the program alone:
 *
 * <pre>
 *   # for all processes of the program
 *   wdir = /data
 *   env = COLOUR=red
 *   [0-1]
 *   host = ann
 *   arg = --reader
 * </pre>
 *
 * <p>Keys are other hints, and {@code arg}: an argument behind those of the call. {@code env} and {@code arg} may come again. Hints of the call
 * take precedence over lines for all processes, lines for some processes over both.
 */
final class SpawnFile {
    /** The hint that names such a file. */
    static final String KEY = "file";

    private static final String ARGUMENT = "arg";
    private static final String ENVIRONMENT = "env";
    private static final Set<String> KEYS =
            Set.of(ARGUMENT, ENVIRONMENT, "wdir", "path", "host", "hostfile", "add-host", "add-hostfile");
    private static final String SOFT = "soft";
    private static final Pattern SECTION = Pattern.compile("\\[\\s*(\\d{1,9})\\s*(?:-\\s*(\\d{1,9})\\s*)?]");

    private final SpawnRequest.Program wanted;
    private final String name;
    private final Lines ofAll = new Lines();
    /** By process; null for one without lines of its own. */
    private final Lines[] ofSome;

    /** Lines of some processes. */
    private static final class Lines {
        private final Map<String, String> hints = new LinkedHashMap<>();
        private final List<String> arguments = new ArrayList<>();

        void add(String key, String value) {
            if (key.equals(ARGUMENT)) {
                arguments.add(value);
            } else {
                hints.merge(key, value, (before, next) -> key.equals(ENVIRONMENT) ? before + "\n" + next : next);
            }
        }
    }

    private SpawnFile(SpawnRequest.Program wanted) {
        this.wanted = wanted;
        name = wanted.info().getOrDefault(KEY, "");
        ofSome = new Lines[wanted.processes()];
    }

    /** Reads the file of a program. */
    static SpawnFile of(SpawnRequest.Program wanted) {
        SpawnFile file = new SpawnFile(wanted);
        Lines current = file.ofAll;
        int number = 0;
        for (String line : file.lines()) {
            number++;
            String text = line.strip();
            if (text.startsWith("[")) {
                current = file.section(text, number);
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                int equals = text.indexOf('=');
                String key = equals < 0 ? text : text.substring(0, equals).strip();
                if (equals < 0 || !KEYS.contains(key)) {
                    throw file.wrong(
                            number,
                            line,
                            "KEY = VALUE, KEY being one of "
                                    + String.join(", ", KEYS.stream().sorted().toList()));
                }
                current.add(key, text.substring(equals + 1).strip());
            }
        }
        return file;
    }

    private List<String> lines() {
        try {
            return Files.readString(Path.of(name), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            String why = e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e);
            throw new PortException("the info key file is " + name + ": cannot read it: " + why, e);
        }
    }

    private IllegalArgumentException wrong(int number, String line, String expected) {
        return new IllegalArgumentException("the info key file: line " + number + " of " + name + " is '" + line.strip()
                + "'; expected " + expected);
    }

    private Lines section(String text, int number) {
        Matcher range = SECTION.matcher(text);
        int last = ofSome.length - 1;
        String expected = "[FROM-TO], processes from 0 to " + last + " that have no lines yet";
        if (!range.matches()) {
            throw wrong(number, text, expected);
        }
        int from = Integer.parseInt(range.group(1));
        int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
        Lines made = new Lines();
        if (from > to || to > last) {
            throw wrong(number, text, expected);
        }
        if (wanted.info().containsKey(SOFT)) {
            throw wrong(number, text, "lines for all processes only, as the info key soft leaves their number open");
        }
        for (int process = from; process <= to; process++) {
            if (ofSome[process] != null) {
                throw wrong(number, text, expected);
            }
            ofSome[process] = made;
        }
        return made;
    }

    /** A program for each run of processes with the same lines. */
    List<SpawnRequest.Program> programs() {
        List<SpawnRequest.Program> programs = new ArrayList<>();
        for (int from = 0, to; from < ofSome.length; from = to) {
            to = from + 1;
            while (to < ofSome.length && ofSome[to] == ofSome[from]) {
                to++;
            }
            programs.add(program(ofSome[from], to - from));
        }
        return programs;
    }

    private SpawnRequest.Program program(Lines own, int processes) {
        Map<String, String> hints = new LinkedHashMap<>(ofAll.hints);
        List<String> arguments = new ArrayList<>(wanted.arguments());
        arguments.addAll(ofAll.arguments);
        add(hints, wanted.info());
        if (own != null) {
            add(hints, own.hints);
            arguments.addAll(own.arguments);
        }
        hints.remove(KEY);
        return new SpawnRequest.Program(wanted.command(), arguments, processes, hints);
    }

    private static void add(Map<String, String> to, Map<String, String> more) {
        more.forEach((key, value) ->
                to.merge(key, value, (before, next) -> key.equals(ENVIRONMENT) ? before + "\n" + next : next));
    }
}
