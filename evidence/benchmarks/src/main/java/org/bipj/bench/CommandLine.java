package org.bipj.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A benchmark's command line: flags, and options with a value ({@code --name value} or {@code --name=value}). */
final class CommandLine {
    private final Map<String, String> given = new HashMap<>();

    /**
     * Reads a command line.
     *
     * @param flags names of the options without a value, such as {@code --csv}
     * @param valued names of the options with a value
     * @throws IllegalArgumentException naming the argument that is neither
     */
    CommandLine(String[] args, Set<String> flags, Set<String> valued) {
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (equals < 0 && flags.contains(name)) {
                given.put(name, "");
            } else if (!valued.contains(name)) {
                throw new IllegalArgumentException("unknown argument: " + args[i]);
            } else if (equals >= 0) {
                given.put(name, args[i].substring(equals + 1));
            } else if (++i < args.length) {
                given.put(name, args[i]);
            } else {
                throw new IllegalArgumentException(name + ": a value is missing");
            }
        }
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    String text(String name, String otherwise) {
        return given.getOrDefault(name, otherwise);
    }

    /**
     * Refuses two options in one command.
     *
     * @throws IllegalArgumentException naming both, if both are given
     */
    void notTogether(String name, String other) {
        if (has(name) && has(other)) {
            throw new IllegalArgumentException(name + ": not together with " + other);
        }
    }

    /** Comma-separated numbers, each from 0 to {@code max}. */
    int[] numbers(String name, int max, int... otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String[] parts = given.get(name).split(",", -1);
        int[] numbers = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = number(name, parts[i].strip(), max);
        }
        return numbers;
    }

    /** Comma-separated multiples of a unit, each above 0 and up to {@code max}. */
    int[] multiples(String name, int unit, int max, int... otherwise) {
        int[] numbers = numbers(name, max, otherwise);
        for (int number : numbers) {
            if (number == 0 || number % unit != 0) {
                throw new IllegalArgumentException(name + ": " + number + " is not a multiple of " + unit + " above 0");
            }
        }
        return numbers;
    }

    private static int number(String name, String text, int max) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, as a number out of range is.
        }
        throw new IllegalArgumentException(name + ": '" + text + "' is not a whole number from 0 to " + max);
    }
}
