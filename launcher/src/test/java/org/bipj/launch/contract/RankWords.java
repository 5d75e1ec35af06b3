package org.bipj.launch.contract;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** A small program as arguments: one for each rank, with a word for each operation. */
public final class RankWords {
    private RankWords() {}

    /** The arguments of a program. */
    public static String[] of(List<? extends List<?>> ranks) {
        return ranks.stream()
                .map(ops -> String.join(" ", ops.stream().map(Object::toString).toList()))
                .toArray(String[]::new);
    }

    /**
     * The operations that an argument describes.
     *
     * @param operation makes one of the parts of its word, between commas
     */
    public static <O> List<O> parse(String argument, Function<String[], O> operation) {
        return argument.isEmpty()
                ? List.of()
                : Arrays.stream(argument.split(" "))
                        .map(word -> operation.apply(word.split(",")))
                        .toList();
    }
}
