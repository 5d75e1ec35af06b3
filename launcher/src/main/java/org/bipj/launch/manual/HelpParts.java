package org.bipj.launch.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The help of {@code mpirun} in its parts. */
final class HelpParts {
    /** The column at which the text of options begins. */
    private static final int TEXT = 28;

    private static final String HEAD = "  -";
    private static final String USAGE = "Usage: ";

    /** Options under a title, which is empty for the first ones. */
    record Section(String title, List<HelpOption> options) {}

    private final List<String> usage = new ArrayList<>();
    private final List<String> introduction = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final List<String> end = new ArrayList<>();

    private HelpParts() {}

    /**
     * Takes a help apart.
     *
     * @throws IllegalArgumentException if a line has no place in it
     */
    static HelpParts of(String help) {
        HelpParts parts = new HelpParts();
        help.lines().filter(line -> !line.isEmpty()).forEach(parts::add);
        return parts;
    }

    /** The ways to call it. */
    List<String> usage() {
        return usage;
    }

    /** The lines before the options. */
    List<String> introduction() {
        return introduction;
    }

    List<Section> sections() {
        return sections;
    }

    /** The lines behind the options. */
    List<String> end() {
        return end;
    }

    Stream<HelpOption> options() {
        return sections.stream().flatMap(section -> section.options.stream());
    }

    private void add(String line) {
        if (line.startsWith(USAGE)) {
            usage.add(line.substring(USAGE.length()));
        } else if (line.startsWith(" ".repeat(TEXT))) {
            sections.getLast().options.getLast().text().add(line.substring(TEXT));
        } else if (line.startsWith(HEAD)) {
            option(line);
        } else if (line.startsWith(" ") && introduction.isEmpty()) {
            usage.add(line.strip());
        } else if (line.startsWith(" ")) {
            throw new IllegalArgumentException("neither an option nor a text: " + line);
        } else if (line.endsWith(":")) {
            sections.add(new Section(line.substring(0, line.length() - 1), new ArrayList<>()));
        } else if (sections.isEmpty()) {
            introduction.add(line);
        } else {
            end.add(line);
        }
    }

    private void option(String line) {
        if (sections.isEmpty()) {
            sections.add(new Section("", new ArrayList<>()));
        }
        // A long head has a line of its own.
        boolean both = line.length() > TEXT
                && line.charAt(TEXT - 1) == ' '
                && line.charAt(TEXT) != ' '
                && !line.substring(0, TEXT - 1).endsWith(",")
                && !line.substring(TEXT).startsWith("-");
        HelpOption option = new HelpOption((both ? line.substring(0, TEXT) : line).strip(), new ArrayList<>());
        if (both) {
            option.text().add(line.substring(TEXT));
        }
        sections.getLast().options.add(option);
    }
}
