package org.bipj.launch.mpirun.command;

import java.nio.file.Path;
import java.util.List;

/** What the value of an option is: how it is read on a command line, and how it goes as a word to another JVM. */
enum Form {
    /** True where the option is given. */
    FLAG,
    TEXT,
    NUMBER,
    /** One text each time the option is given. */
    TEXTS,
    /** What MPI calls are checked for. */
    CHECKS,
    /** A file that can be written; absolute. */
    FILE,
    /** Absolute. */
    FOLDER,
    /** A name of a file. */
    FILE_NAME,
    /** Seconds; in milliseconds. */
    TIME_LIMIT,
    DEADLOCK,
    /** Whether the job goes on when a rank dies. */
    FAULT_TOLERANCE,
    /** A rank, or all or none. */
    STDIN,
    /** The words of a command. */
    COMMAND,
    /** A whole number of seconds. */
    SECONDS,
    NETWORK,
    SUBNETS,
    PORTS,
    SEED,
    /** A directory that need not exist; absolute. */
    HOST_DIRECTORY,
    /** A moment; in picoseconds. */
    VIRTUAL_TIME;

    /**
     * Reads the value of an option.
     *
     * @param word the option as it was given
     * @param value null where there is none
     * @throws org.bipj.launch.support.UsageException if it is wrong
     */
    Object parse(String word, String value) {
        return switch (this) {
            case FLAG -> true;
            case TEXT -> value;
            case NUMBER -> Long.valueOf(value);
            case TEXTS -> List.of(value);
            case CHECKS -> value == null ? "on" : OptionValues.checks(value);
            case FILE -> OptionValues.written("--timeline", value);
            case FOLDER -> Path.of(OptionValues.name("folder", word, value)).toAbsolutePath();
            case FILE_NAME -> OptionValues.name("file", "--trace", value);
            case TIME_LIMIT -> OptionValues.timeoutMillis(value);
            case DEADLOCK -> DeadlockPlan.of(OptionValues.oneOf("--deadlock", value, DeadlockPlan.Action.class));
            case FAULT_TOLERANCE -> OptionValues.faultTolerance(word, value);
            case STDIN -> OptionValues.stdin(value);
            case COMMAND -> OptionValues.launchAgent(word, value);
            case SECONDS -> OptionValues.seconds(word, value);
            case NETWORK -> OptionValues.oneOf(word, value, HostNetwork.class);
            case SUBNETS -> OptionValues.subnets(word, value);
            case PORTS -> OptionValues.ports(word, value);
            case SEED -> OptionValues.seed(value);
            case HOST_DIRECTORY -> OptionValues.hostDirectory(value);
            case VIRTUAL_TIME -> OptionValues.until(value);
        };
    }

    /** True if a value has several words. */
    boolean isList() {
        return this == TEXTS || this == COMMAND || this == SUBNETS;
    }

    /** True if a value is added to what the option has said before. */
    boolean adds() {
        return this == TEXTS || this == SUBNETS;
    }

    /** A value, or one of its words, as it goes to another JVM. */
    static String word(Object value) {
        return switch (value) {
            case DeadlockPlan plan -> plan.action() + " " + plan.patienceMillis();
            case Enum<?> one -> one.name();
            default -> value.toString();
        };
    }

    /** The value, or the one of its words, that was written by {@link #word}. */
    Object of(String word) {
        return switch (this) {
            case FLAG, FAULT_TOLERANCE -> Boolean.valueOf(word);
            case NUMBER, TIME_LIMIT, SEED, VIRTUAL_TIME -> Long.valueOf(word);
            case STDIN, SECONDS -> Integer.valueOf(word);
            case NETWORK -> HostNetwork.valueOf(word);
            case FILE, FOLDER -> Path.of(word);
            case DEADLOCK -> {
                String[] parts = word.split(" ");
                yield new DeadlockPlan(DeadlockPlan.Action.valueOf(parts[0]), Long.parseLong(parts[1]));
            }
            default -> word;
        };
    }
}
