package org.bipj.launch.hosted.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.rules.Replacements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of the JDK's static state has a row for all that programs can set, and what it calls a host's own is. */
class StaticStateTest {
    private static final Path PAGE = Path.of("..", "docs", "architecture", "simulated-hosts.md");
    private static final String HEADING = "## What is a host's own";
    private static final Pattern SETTER =
            Pattern.compile("(set|add|insert|remove|register|deregister|clear|refresh|release|createMBeanServer).*");
    private static final Pattern METHOD = Pattern.compile("`(?:[a-z.]+\\.)?([A-Z]\\w+\\.\\w+)`");

    private static final String FIELDS = "static-fields.txt";
    private static final String GROUPS = "| fields | how many | is | how, or why not |";

    /** Modules whose fields are one row of the table each. */
    private static final Set<String> REFUSED_MODULES = Set.of(
            "java.compiler",
            "java.datatransfer",
            "java.desktop",
            "java.instrument",
            "java.management.rmi",
            "java.net.http",
            "java.rmi",
            "java.scripting",
            "java.se",
            "java.security.jgss",
            "java.smartcardio",
            "java.xml.crypto");

    /** What changes only what it is given, or its thread. */
    private static final Pattern NO_STATE = Pattern.compile(
            "(StrictMath|Math)\\.addExact|Array\\.set.*|Files\\.set.*|MethodHandles\\.insert.*|Arrays\\.setAll|Collections\\.addAll"
                    + "|AccessibleObject\\.setAccessible|VarHandle\\.releaseFence|LockSupport\\.setCurrentBlocker");

    private static Set<String> rows(String kind) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(HEADING))
                .filter(line -> line.startsWith("| `") && line.contains("` | " + kind))
                .flatMap(line -> METHOD.matcher(line.substring(0, line.indexOf("` | ") + 1))
                        .results()
                        .map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> setters(ModuleReference module) {
        Set<String> exported = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(export -> export.source().replace('.', '/'))
                .collect(Collectors.toSet());
        Set<String> found = new TreeSet<>();
        try (ModuleReader reader = module.open()) {
            for (String path :
                    reader.list().filter(each -> each.endsWith(".class")).toList()) {
                int slash = path.lastIndexOf('/');
                if (slash > 0 && exported.contains(path.substring(0, slash))) {
                    ClassModel type =
                            ClassFile.of().parse(reader.open(path).orElseThrow().readAllBytes());
                    String name = path.substring(
                            Math.max(slash, path.lastIndexOf('$')) + 1, path.length() - ".class".length());
                    type.methods().stream()
                            .filter(method -> type.flags().has(AccessFlag.PUBLIC) && isSetter(method))
                            .map(method -> name + "." + method.methodName().stringValue())
                            .forEach(found::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream();
    }

    private static boolean isSetter(MethodModel method) {
        return method.flags().has(AccessFlag.STATIC)
                && method.flags().has(AccessFlag.PUBLIC)
                && SETTER.matcher(method.methodName().stringValue()).matches();
    }

    @Test
    @Tag("tier2")
    void theTableHasAllThatProgramsCanSet() throws IOException {
        Set<String> found = ModuleFinder.ofSystem().findAll().stream()
                .filter(module -> module.descriptor().name().startsWith("java."))
                .filter(module -> !module.descriptor().name().equals("java.desktop"))
                .flatMap(StaticStateTest::setters)
                .filter(NO_STATE.asMatchPredicate().negate())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> rows = rows("own");
        rows.addAll(rows("shared"));
        rows.addAll(rows("refused"));
        assertEquals(String.join("\n", found), String.join("\n", rows));
    }

    @Test
    void whatIsOwnHasARule() throws IOException {
        Set<String> ruled = Replacements.withIp().stream()
                .map(StaticStateTest::called)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> missing = rows("own");
        missing.removeAll(ruled);
        // A class that each rank defines, and properties, which are the rank's however they are changed.
        missing.removeIf(
                method -> method.startsWith("DriverManager.") || method.matches("System\\.(set|clear)Property"));
        assertEquals(Set.of(), missing);
    }

    /** By group of {@value #FIELDS} its classes and their fields. */
    private static Map<String, Map<String, Set<String>>> groups() throws IOException {
        Map<String, Map<String, Set<String>>> groups = new TreeMap<>();
        try (InputStream in = StaticStateTest.class.getResourceAsStream(FIELDS)) {
            String group = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("# ")) {
                    group = line.substring(2);
                    assertNull(groups.put(group, new TreeMap<>()), line);
                } else if (!line.isEmpty()) {
                    int colon = line.indexOf(':');
                    Set<String> before = groups.get(group)
                            .put(
                                    line.substring(0, colon),
                                    new TreeSet<>(
                                            List.of(line.substring(colon + 2).split(" "))));
                    assertNull(before, line);
                }
            }
        }
        return groups;
    }

    /** A static field of a later JDK that may change is in no group. */
    @Test
    @Tag("tier2")
    void eachFieldThatMayChangeIsInAGroup() throws IOException {
        Set<String> grouped = new TreeSet<>();
        for (Map<String, Set<String>> group : groups().values()) {
            group.forEach((type, fields) -> fields.forEach(
                    field -> assertTrue(grouped.add(type + "." + field), "twice: " + type + "." + field)));
        }
        Set<String> found = new TreeSet<>();
        StaticFields.of(module -> module.startsWith("java.") && !REFUSED_MODULES.contains(module))
                .forEach((type, fields) -> fields.forEach(field -> found.add(type + "." + field)));
        Set<String> missing = new TreeSet<>(found);
        missing.removeAll(grouped);
        grouped.removeAll(found);
        assertEquals("missing [], gone []", "missing " + missing + ", gone " + grouped);
    }

    /** The table of groups, with how many fields each has. */
    @Test
    void theTableHasEachGroup() throws IOException {
        Set<String> expected = new TreeSet<>();
        groups().forEach((group, types) -> expected.add(
                group + " | " + types.values().stream().mapToInt(Set::size).sum()));
        Set<String> rows = Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(GROUPS))
                .skip(2)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.split(" \\| "))
                .filter(cells -> !cells[1].equals("all"))
                .map(cells -> cells[0].substring(2) + " | " + cells[1])
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(String.join("\n", expected), String.join("\n", rows));
    }

    private static String called(CallRule rule) {
        Matcher simple = Pattern.compile("[^/$]*$").matcher(rule.owner());
        return (simple.find() ? simple.group() : "") + "." + rule.name();
    }
}
