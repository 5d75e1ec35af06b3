package org.bipj.reproduce;

import java.util.ArrayList;
import java.util.List;

/** The command line of {@code bipj reproduce}. */
final class ReproduceOptions {
    static final String USAGE = """
            Usage: bipj reproduce [OPTIONS] [NAME...]
            Runs the papers' experiments on the simulated cluster, all or those named, and prints the results beside the
            published values.

              --list             names the experiments
              --csv              prints experiment,quantity,unit,paper,measured,error_percent,kind,expected
              --html FILE        writes a page with figures and tables
              --figures DIR      writes each figure to DIR, as a picture (.svg) and its curves as values (.csv)
              --set KEY=VALUE    changes a constant, such as bus.rate=66, on each platform of the experiments that has it;
                                 with PLATFORM:KEY=VALUE on one, such as ss20-atm:ssam.format=2us; may be repeated
              --seed N           seed of everything random; default 1
              --help
            """;

    boolean list;
    boolean csv;
    boolean help;
    String html;
    String figures;
    long seed = 1;
    final List<String> overrides = new ArrayList<>();
    final List<String> names = new ArrayList<>();

    private ReproduceOptions() {}

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if it is wrong; the message names the option
     */
    static ReproduceOptions parse(String... words) {
        ReproduceOptions options = new ReproduceOptions();
        for (int i = 0; i < words.length; i++) {
            int equals = words[i].startsWith("--") ? words[i].indexOf('=') : -1;
            String name = equals < 0 ? words[i] : words[i].substring(0, equals);
            if (!List.of("--html", "--figures", "--set", "--seed").contains(name)) {
                options.flag(words[i]);
            } else if (equals >= 0) {
                options.value(name, words[i].substring(equals + 1));
            } else if (++i < words.length) {
                options.value(name, words[i]);
            } else {
                throw new IllegalArgumentException(name + " needs a value");
            }
        }
        return options;
    }

    private void flag(String word) {
        switch (word) {
            case "--list" -> list = true;
            case "--csv" -> csv = true;
            case "--help", "-h" -> help = true;
            default -> {
                if (word.startsWith("-")) {
                    throw new IllegalArgumentException("unknown option " + word);
                }
                names.add(word);
            }
        }
    }

    private void value(String name, String value) {
        switch (name) {
            case "--html" -> html = value;
            case "--figures" -> figures = value;
            case "--set" -> {
                if (value.indexOf('=') < 1) {
                    throw new IllegalArgumentException("--set " + value + ": expected KEY=VALUE or PLATFORM:KEY=VALUE");
                }
                overrides.add(value);
            }
            default -> seed = seed(value);
        }
    }

    private static long seed(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--seed " + value + ": expected a whole number", e);
        }
    }

    /** Platform, changed constants and seed, for the head of a page. */
    String setting() {
        return "Platforms: those of the papers; "
                + (overrides.isEmpty() ? "constants as in their files" : "changed: " + String.join(", ", overrides))
                + "; seed "
                + seed + ".";
    }
}
