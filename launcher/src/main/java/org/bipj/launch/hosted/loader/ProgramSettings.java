package org.bipj.launch.hosted.loader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a program has of its own beside others that share its JVM.
 *
 * @param properties system properties, by name
 * @param otherProperties names of system properties that the JVM has for other programs alone
 * @param variables environment variables, by name
 * @param otherVariables names of variables that the JVM has for other programs alone
 */
public record ProgramSettings(
        Map<String, String> properties,
        Set<String> otherProperties,
        Map<String, String> variables,
        Set<String> otherVariables) {
    /** A program that has what its JVM has: what its ranks change is changed for all of the JVM. */
    public static final ProgramSettings NONE = new ProgramSettings(Map.of(), Set.of(), Map.of(), Set.of());

    /** Copies all, which the caller may change later. */
    public ProgramSettings {
        properties = Map.copyOf(properties);
        otherProperties = Set.copyOf(otherProperties);
        variables = Map.copyOf(variables);
        otherVariables = Set.copyOf(otherVariables);
    }

    /** These settings with a system property more. */
    ProgramSettings with(String property, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(property, value);
        return new ProgramSettings(more, otherProperties, variables, otherVariables);
    }

    /** These settings as words, their number among them. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, properties);
        add(words, otherProperties);
        add(words, variables);
        add(words, otherVariables);
        return words;
    }

    private static void add(List<String> words, Map<String, String> values) {
        words.add(Integer.toString(values.size()));
        values.forEach((name, value) -> words.addAll(List.of(name, value)));
    }

    private static void add(List<String> words, Set<String> names) {
        words.add(Integer.toString(names.size()));
        words.addAll(names);
    }

    /** From words. */
    static ProgramSettings of(Iterator<String> words) {
        return new ProgramSettings(values(words), names(words), values(words), names(words));
    }

    private static Map<String, String> values(Iterator<String> words) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = Integer.parseInt(words.next()); i > 0; i--) {
            values.put(words.next(), words.next());
        }
        return values;
    }

    private static Set<String> names(Iterator<String> words) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = Integer.parseInt(words.next()); i > 0; i--) {
            names.add(words.next());
        }
        return names;
    }
}
