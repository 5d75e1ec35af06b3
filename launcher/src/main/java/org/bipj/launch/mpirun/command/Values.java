package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The values of a job, by their keys. */
final class Values {
    private final Map<ValueKey<?>, Object> all = new LinkedHashMap<>();

    /** A value, or another one if nothing gives it. */
    @SuppressWarnings("unchecked") // put has checked it.
    <T> T get(ValueKey<T> key, T otherwise) {
        return (T) all.getOrDefault(key, otherwise);
    }

    /** Gives a value; null: none. */
    <T> void put(ValueKey<T> key, T value) {
        if (value == null) {
            all.remove(key);
        } else {
            all.put(key, value);
        }
    }

    /**
     * Takes what an option says.
     *
     * @param word the option as it was given
     * @throws org.bipj.launch.support.UsageException if its value is wrong
     */
    void parse(ValueKey<?> key, String word, String value) {
        Object parsed = key.form().parse(word, value);
        if (key.form().adds()) {
            add(key, (List<?>) parsed);
        } else {
            all.put(key, parsed);
        }
    }

    private void add(ValueKey<?> key, List<?> more) {
        List<Object> both = new ArrayList<>((List<?>) all.getOrDefault(key, List.of()));
        both.addAll(more);
        all.put(key, both);
    }

    void putAll(Values others) {
        all.putAll(others.all);
    }

    /** Those that a job has which ranks of this one start. */
    Values inherited() {
        Values inherited = new Values();
        inherited.putAll(this);
        inherited.all.keySet().removeIf(key -> !key.isInherited());
        return inherited;
    }

    /** All values in words, of which the first is the number of pairs that follow. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        for (Map.Entry<ValueKey<?>, Object> entry : all.entrySet()) {
            for (Object each : entry.getValue() instanceof List<?> list ? list : List.of(entry.getValue())) {
                words.add(entry.getKey().name());
                words.add(Form.word(each));
            }
        }
        words.addFirst(Integer.toString(words.size() / 2));
        return words;
    }

    /**
     * The values that words describe.
     *
     * @param keys finds them by their names
     */
    static Values of(Iterator<String> words, Function<String, ValueKey<?>> keys) {
        Values values = new Values();
        for (int left = Integer.parseInt(words.next()); left > 0; left--) {
            ValueKey<?> key = keys.apply(words.next());
            Object value = key.form().of(words.next());
            if (key.form().isList()) {
                values.add(key, List.of(value));
            } else {
                values.all.put(key, value);
            }
        }
        return values;
    }
}
