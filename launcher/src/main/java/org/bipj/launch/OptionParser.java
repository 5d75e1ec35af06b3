package org.bipj.launch;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bipj.shm.ShmSession;

/**
 * Reads the command line of {@code mpirun}: options with Open MPI's names (one or two dashes, value after a space or
 * {@code =}), up to the first word that is no option; that and all behind it is the program's.
 *
 * <p>Written by hand for the sake of start-up: a general parser took longer than the rest of the launcher together.
 */
final class OptionParser {
    private static final long MAX_TIMEOUT_SECONDS = 1_000_000_000L;

    private final List<String> words;
    private final Options options = new Options();
    private int at;
    private String simOnly;
    private DeadlockPlan.Action deadlock = DeadlockPlan.Action.ABORT;

    private OptionParser(List<String> words) {
        this.words = words;
    }

    /**
     * Parses a command line.
     *
     * @throws UsageException if it is wrong
     */
    static Options parse(List<String> words) {
        OptionParser parser = new OptionParser(words);
        parser.run();
        return parser.options;
    }

    private void run() {
        while (at < words.size() && words.get(at).startsWith("-")) {
            String word = words.get(at++);
            if (word.equals("--")) {
                break;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            option(word, name.startsWith("--") ? name.substring(2) : name.substring(1), equals);
        }
        options.deadlock = DeadlockPlan.of(deadlock);
        options.command = new ArrayList<>(words.subList(at, words.size()));
        check();
    }

    private void option(String word, String name, int equals) {
        switch (name) {
            case "h", "help" -> options.help = flag(word, equals);
            case "V", "version" -> options.version = flag(word, equals);
            case "tag-output" -> options.tagOutput = flag(word, equals);
            // More ranks than cores are allowed anyway, and the superuser may run jobs.
            case "oversubscribe", "allow-run-as-root" -> flag(word, equals);
            case "n", "np", "c" -> options.ranks = ranks(word, value(word, equals));
            case "x" -> export(value(word, equals));
            case "output-filename" -> output(value(word, equals));
            case "timeout" -> options.timeoutMillis = timeout(value(word, equals));
            case "deadlock" -> deadlock = deadlock(value(word, equals));
            case "bind-to" -> options.binding = binding(value(word, equals));
            case "mode" -> options.mode = mode(value(word, equals));
            case "platform", "seed", "faults", "trace", "set" -> {
                simOnly = "--" + name;
                simulated(name, value(word, equals));
            }
            default -> throw new UsageException("unknown option " + word);
        }
    }

    private void simulated(String name, String value) {
        switch (name) {
            case "platform" -> options.platform = value;
            case "faults" -> options.faults = value;
            case "trace" -> options.trace = trace(value);
            case "set" -> options.overrides.add(value);
            default -> options.seed = seed(value);
        }
    }

    private static String trace(String value) {
        if (value.isEmpty()) {
            throw new UsageException("--trace \"\": expected the name of a file");
        }
        return value;
    }

    private static long seed(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new UsageException("--seed " + value + ": expected a whole number");
        }
    }

    private static boolean flag(String word, int equals) {
        if (equals >= 0) {
            throw new UsageException(word.substring(0, equals) + " takes no value");
        }
        return true;
    }

    private String value(String word, int equals) {
        if (equals >= 0) {
            return word.substring(equals + 1);
        }
        if (at == words.size()) {
            throw new UsageException(word + " needs a value");
        }
        return words.get(at++);
    }

    private static int ranks(String word, String value) {
        try {
            int ranks = Integer.parseInt(value);
            if (ranks >= 1 && ranks <= ShmSession.MAX_RANKS) {
                return ranks;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException(word + " " + value + ": expected a number of ranks from 1 to " + ShmSession.MAX_RANKS);
    }

    private void export(String assignment) {
        int equals = assignment.indexOf('=');
        String name = equals < 0 ? assignment : assignment.substring(0, equals);
        if (name.isEmpty()) {
            throw new UsageException("-x " + assignment + ": expected NAME or NAME=VALUE");
        }
        // Ranks inherit the environment: a bare name only asks for what happens anyway.
        if (equals >= 0) {
            options.environment.put(name, assignment.substring(equals + 1));
        }
    }

    private void output(String value) {
        String directory = value;
        if (directory.endsWith(":nocopy")) {
            directory = directory.substring(0, directory.length() - ":nocopy".length());
            options.showOutput = false;
        }
        if (directory.isEmpty()) {
            throw new UsageException("--output-filename: expected a directory");
        }
        options.outputDirectory = directory;
    }

    private static long timeout(String value) {
        try {
            BigDecimal seconds = new BigDecimal(value);
            if (seconds.signum() > 0 && seconds.compareTo(BigDecimal.valueOf(MAX_TIMEOUT_SECONDS)) <= 0) {
                return Math.max(1, seconds.movePointRight(3).longValue());
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException("--timeout " + value + ": expected a positive number of seconds");
    }

    private static DeadlockPlan.Action deadlock(String value) {
        return switch (value) {
            case "abort" -> DeadlockPlan.Action.ABORT;
            case "report" -> DeadlockPlan.Action.REPORT;
            case "off" -> DeadlockPlan.Action.OFF;
            default -> throw new UsageException("--deadlock " + value + ": expected abort, report or off");
        };
    }

    private static Options.Binding binding(String value) {
        int qualifier = value.indexOf(':');
        String unit = qualifier < 0 ? value : value.substring(0, qualifier);
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "core", "slot", "l1cache", "l2cache" -> Options.Binding.CORE;
            case "hwthread" -> Options.Binding.HWTHREAD;
            // Several cores together: the system's scheduler keeps to caches and memory by itself.
            case "none", "l3cache", "socket", "package", "numa", "board" -> Options.Binding.NONE;
            default ->
                throw new UsageException(
                        "--bind-to " + value + ": expected core, hwthread, none (or slot, l3cache, socket, numa)");
        };
    }

    private static Options.Mode mode(String value) {
        return switch (value) {
            case "process" -> Options.Mode.PROCESS;
            case "thread" -> Options.Mode.THREAD;
            case "sim" -> Options.Mode.SIM;
            default -> throw new UsageException("--mode " + value + ": expected process, thread or sim");
        };
    }

    private void check() {
        if (options.help || options.version) {
            return;
        }
        if (options.mode != Options.Mode.SIM && simOnly != null) {
            throw new UsageException(simOnly + " belongs to --mode sim");
        }
        if (options.command.isEmpty()) {
            throw new UsageException("no program given; expected: mpirun [OPTIONS] java ... Main [ARGS...]");
        }
    }
}
