package org.bipj.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links in Markdown that lead nowhere: to a file that is not there, or to a heading that a document lacks. */
public final class DocumentLinks {
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(<?([^)\\s>]+)>?\\)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?) *#*$");

    private DocumentLinks() {}

    /**
     * Dead links in files.
     *
     * @return one line each: file, line, link
     */
    public static List<String> dead(List<Path> files) {
        List<String> dead = new ArrayList<>();
        for (Path file : files) {
            List<String> lines = lines(file);
            boolean inside = false;
            for (int i = 0; i < lines.size(); i++) {
                inside ^= lines.get(i).startsWith("```");
                Matcher link = LINK.matcher(lines.get(i).replaceAll("`[^`]*`", ""));
                while (!inside && link.find()) {
                    if (!leadsSomewhere(file, link.group(1))) {
                        dead.add(file + ":" + (i + 1) + " " + link.group(1));
                    }
                }
            }
        }
        return dead;
    }

    /**
     * Prints the dead links of the documents below a folder, and exits with 1 if there are any.
     *
     * @param args the folder
     */
    public static void main(String[] args) {
        List<String> dead = dead(below(Path.of(args[0])));
        dead.forEach(System.err::println);
        System.exit(dead.isEmpty() ? 0 : 1);
    }

    /** The Markdown files below a folder. */
    public static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean leadsSomewhere(Path file, String link) {
        if (link.matches("[a-z]+:.*")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1
                || !target.toString().endsWith(".md")
                || anchors(target).contains(parts[1]);
    }

    /** The anchors of a document's headings, as GitHub makes them. */
    private static Set<String> anchors(Path file) {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> used = new HashMap<>();
        boolean inside = false;
        for (String line : lines(file)) {
            inside ^= line.startsWith("```");
            Matcher heading = HEADING.matcher(line);
            if (!inside && heading.matches()) {
                String anchor = heading.group(1)
                        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int before = used.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
