package org.bipj.sim.platform;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.ConstantLine;
import org.bipj.sim.constants.Constants;

/**
 * The contents of a platform file and of the files that it includes: constants, and statements about hosts, switches,
 * cables and routes. docs/PLATFORMS.md describes the format.
 *
 * <pre>
 * include NAME                                another file, whose constants this one may change
 * KEY = VALUE [UNIT] | MARK | SOURCE          a constant
 * host NAME..., switch NAME..., cable A B [N m], route A B TURN...
 * </pre>
 *
 * @param name of the platform
 * @param constants all constants
 * @param statements all other lines, in order
 * @param own keys of the constants that a file of the user's defines
 */
record PlatformFile(String name, Constants constants, List<Statement> statements, Set<String> own) {
    /** A line that is not a constant: its place and its words. */
    record Statement(String place, List<String> words) {
        String keyword() {
            return words.getFirst();
        }
    }

    /**
     * A file that was found.
     *
     * @param folder where its includes are searched; null: in the library
     */
    private record Source(String name, Path folder, List<String> lines) {
        /** True if both are the same file, not only files of the same name. */
        boolean isSame(Source other) {
            return name.equals(other.name) && Objects.equals(folder, other.folder);
        }
    }

    private static final List<String> KEYWORDS = List.of("host", "switch", "cable", "route");
    private static final List<String> SUFFIXES = List.of(".platform", ".constants");

    /** Those of the library that have been read: they cannot change, and a test suite has a thousand simulations. */
    private static final Map<String, PlatformFile> LIBRARY = new ConcurrentHashMap<>();

    static PlatformFile read(String nameOrFile) {
        return isFile(nameOrFile) ? readAnew(nameOrFile) : LIBRARY.computeIfAbsent(nameOrFile, PlatformFile::readAnew);
    }

    private static PlatformFile readAnew(String nameOrFile) {
        return parse(find(nameOrFile, null, "platform " + nameOrFile));
    }

    static PlatformFile parse(String name, List<String> lines) {
        return parse(new Source(name, null, lines));
    }

    private static PlatformFile parse(Source source) {
        Reading reading = new Reading();
        reading.take(source);
        String name = SUFFIXES.stream()
                .filter(source.name::endsWith)
                .findFirst()
                .map(s -> source.name.substring(0, source.name.length() - s.length()))
                .orElse(source.name);
        return new PlatformFile(
                name,
                new Constants(name, reading.constants),
                List.copyOf(reading.statements),
                Set.copyOf(reading.ofUser));
    }

    /**
     * Finds a file: one with a suffix or a slash in its name in the file system, any other among those of the library.
     *
     * @param folder of the including file; null if that is one of the library's, or if there is none
     */
    private static Source find(String name, Path folder, String place) {
        return isFile(name)
                ? file(folder == null ? Path.of(name) : folder.resolve(name), place)
                : resource(name, place);
    }

    private static boolean isFile(String name) {
        return name.indexOf('/') >= 0 || SUFFIXES.stream().anyMatch(name::endsWith);
    }

    private static Source file(Path path, String place) {
        try {
            Path folder = path.toAbsolutePath().normalize().getParent();
            String all = Files.readString(path);
            // Editors on Windows begin a file with a byte order mark.
            return new Source(
                    path.getFileName().toString(),
                    folder,
                    all.substring(all.startsWith("\uFEFF") ? 1 : 0).lines().toList());
        } catch (CharacterCodingException e) {
            throw Constant.bad(place, "cannot read " + path + ": expected text in UTF-8");
        } catch (NoSuchFileException e) {
            throw Constant.bad(place, "there is no file " + path);
        } catch (IOException e) {
            throw Constant.bad(place, "cannot read " + path + ": " + e);
        }
    }

    private static Source resource(String name, String place) {
        for (String suffix : SUFFIXES) {
            try (InputStream in = PlatformFile.class.getResourceAsStream(name + suffix)) {
                if (in != null) {
                    String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    return new Source(name + suffix, null, all.lines().toList());
                }
            } catch (IOException e) {
                throw Constant.bad(place, "cannot read " + name + suffix + ": " + e);
            }
        }
        throw Constant.bad(
                place,
                "there is no platform '" + name + "'; expected one of " + String.join(", ", Platform.NAMES)
                        + ", or a file (its name ends in .platform, or has a slash)");
    }

    /** The state of reading one file and all files that it includes. */
    private static final class Reading {
        private final Map<String, Constant> constants = new LinkedHashMap<>();
        private final List<Statement> statements = new ArrayList<>();
        private final List<Source> open = new ArrayList<>();
        private final Set<String> ofUser = new HashSet<>();

        /** Reads a file. It may replace the constants of files that it includes, but define each only once. */
        void take(Source source) {
            open.add(source);
            Map<String, Constant> own = new LinkedHashMap<>();
            for (int line = 0; line < source.lines.size(); line++) {
                String content = source.lines.get(line).strip();
                String place = source.name + ":" + (line + 1);
                if (content.isEmpty() || content.startsWith("#")) {
                    continue;
                }
                List<String> words = List.of(content.split("\\s+"));
                if (words.getFirst().equals("include")) {
                    include(words, source, own, place);
                } else if (KEYWORDS.contains(words.getFirst())) {
                    statements.add(new Statement(place, words));
                } else {
                    if (content.indexOf('=') < 0) {
                        throw Constant.bad(
                                place,
                                "'" + content + "': expected KEY = VALUE UNIT | MARK | SOURCE, include NAME, or one of "
                                        + String.join(", ", KEYWORDS));
                    }
                    Constant constant = ConstantLine.parse(content, place);
                    once(own.put(constant.key(), constant), constant);
                    constants.put(constant.key(), constant);
                    if (source.folder != null) {
                        ofUser.add(constant.key());
                    }
                }
            }
            open.removeLast();
        }

        private void include(List<String> words, Source source, Map<String, Constant> own, String place) {
            if (words.size() != 2) {
                throw Constant.bad(place, "expected include NAME");
            }
            if (!own.isEmpty()) {
                throw Constant.bad(place, "an include must come before the file's own constants, which may change it");
            }
            Source other = find(words.get(1), source.folder, place);
            if (open.stream().anyMatch(other::isSame)) {
                String through = open.stream().map(Source::name).collect(Collectors.joining(", "));
                throw Constant.bad(place, other.name + " includes itself: " + through);
            }
            Map<String, Constant> before = new LinkedHashMap<>(constants);
            take(other);
            for (Constant earlier : before.values()) {
                once(constants.get(earlier.key()) == earlier ? null : earlier, constants.get(earlier.key()));
            }
        }

        private static void once(Constant earlier, Constant constant) {
            if (earlier != null) {
                throw Constant.bad(constant.place(), constant.key() + " is already defined at " + earlier.place());
            }
        }
    }
}
