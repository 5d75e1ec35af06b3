package org.bipj.mpi.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mpi.MpiProcess;
import org.bipj.core.replay.Choices;
import org.jspecify.annotations.Nullable;

/** What one rank has to tell: an error ends the job, warnings are printed when all ranks have finalised. */
final class Findings {
    /** Exit code of a job that an error ends. */
    static final int EXIT_CODE = 122;

    /** Warnings of a kind that are told one by one. */
    private static final int MOST = 20;

    /** Warnings of jobs that print each one once. */
    private static final Set<String> PRINTED = ConcurrentHashMap.newKeySet();

    private static final String INDENT = "\n    ";

    private final MpiProcess process;
    private final @Nullable Path json;
    private final boolean once;
    /** By kind, how often each was found. */
    private final Map<String, Map<String, Integer>> warnings = new LinkedHashMap<>();
    /** Warnings that have been printed, each with its kind. */
    private final Set<String> told = new HashSet<>();

    Findings(MpiProcess process, Settings settings) {
        this.process = process;
        json = settings.json();
        once = settings.once();
    }

    /**
     * Ends the job.
     *
     * @param kind short name, the same for all errors of a row of docs/CHECKING.md
     * @param what a sentence without an end
     * @param lines calls with their arguments and places
     */
    void error(String kind, String what, List<String> lines) {
        write("error", kind, what, lines);
        process.abort(EXIT_CODE, "check: " + kind + ": " + what + below(lines));
    }

    /** Prints a warning at once: what the program does now may keep it from its end. */
    synchronized void warningNow(String kind, String what) {
        write("warning", kind, what, List.of());
        print(": warning: " + kind + below(List.of(what)) + "\n");
    }

    /** A process as reports name it, by its number. */
    String named(int rank) {
        return "rank " + name(rank);
    }

    String name(int rank) {
        return process.named(rank);
    }

    /** The names of two processes that one finding is about: both with their jobs where they are of several. */
    String[] names(int one, int other) {
        String[] names = {name(one), name(other)};
        boolean areOfSeveralJobs = (names[0].indexOf('.') < 0) != (names[1].indexOf('.') < 0);
        for (int i = 0; areOfSeveralJobs && i < names.length; i++) {
            names[i] = (names[i].indexOf('.') < 0 ? "0." : "") + names[i];
        }
        return names;
    }

    private void print(String told) {
        if (!once || PRINTED.add(told)) {
            System.err.print("check: " + named(process.rank()) + told);
            System.err.flush();
        }
    }

    /** Keeps a warning. */
    synchronized void warning(String kind, String what) {
        if (!told.contains(kind + what)) {
            warnings.computeIfAbsent(kind, first -> new LinkedHashMap<>()).merge(what, 1, Integer::sum);
        }
    }

    /** Prints the warnings that have come since the last time, and that are other ones. */
    synchronized void tell() {
        StringBuilder text = new StringBuilder();
        warnings.forEach((kind, all) -> {
            all.keySet().forEach(what -> told.add(kind + what));
            List<String> shown = new ArrayList<>();
            int left = all.values().stream().mapToInt(Integer::intValue).sum();
            for (Map.Entry<String, Integer> one : all.entrySet()) {
                if (shown.size() == MOST) {
                    shown.add("and " + left + " more");
                    break;
                }
                left -= one.getValue();
                String times = one.getValue() == 1 ? "" : " (" + one.getValue() + " times)";
                shown.add(one.getKey() + times);
                write("warning", kind, one.getKey() + times, List.of());
            }
            String lines = ": warning: " + kind + below(shown) + "\n";
            Choices choices = process.job().choices();
            if (choices != null) {
                shown.forEach(one -> choices.warn(kind + ": " + one));
            }
            if (!once || PRINTED.add(lines)) {
                text.append("check: ").append(named(process.rank())).append(lines);
            }
        });
        warnings.clear();
        if (!text.isEmpty()) {
            System.err.print(text);
            System.err.flush();
        }
    }

    private static String below(List<String> lines) {
        return lines.isEmpty() ? "" : INDENT + String.join(INDENT, lines);
    }

    // ---- JSON: an object on a line of its own, for each finding --------------------------------------------------

    private void write(String level, String kind, String what, List<String> lines) {
        if (json == null) {
            return;
        }
        StringBuilder all = new StringBuilder();
        for (String line : lines) {
            all.append(all.isEmpty() ? "" : ",").append(quoted(line));
        }
        String object = "{\"level\":" + quoted(level) + ",\"kind\":" + quoted(kind) + ",\"rank\":" + process.rank()
                + ",\"what\":" + quoted(what) + ",\"calls\":[" + all + "]}\n";
        try {
            // One write at the end of the file: lines of several ranks do not mix.
            Files.write(
                    json,
                    object.getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("check: cannot write " + json + ": " + e);
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
