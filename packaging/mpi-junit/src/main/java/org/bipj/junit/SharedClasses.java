package org.bipj.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which classes all ranks of an {@link MpiTest} share with the test JVM, by the beginnings of their names: the library,
 * and what test and test framework pass to each other. Of all others each rank has its own copy.
 */
final class SharedClasses implements Predicate<String> {
    private static final String OWN_PACKAGE = "org.bipj.junit.";

    private static final List<String> PREFIXES = List.of(
            "java.",
            "javax.",
            "jdk.",
            "mpi.",
            "org.bipj.bip.",
            "org.bipj.core.",
            "org.bipj.mpi.",
            "org.bipj.shm.",
            "org.bipj.sim.",
            "org.bipj.launch.",
            "org.junit.",
            "org.opentest4j.",
            "org.apiguardian.",
            "org.assertj.",
            "org.hamcrest.",
            "net.jqwik.",
            "org.mockito.",
            "net.bytebuddy.");

    private final List<String> prefixes = new ArrayList<>(PREFIXES);

    /**
     * The library's and the test frameworks'.
     *
     * @param more further beginnings, with commas between
     */
    SharedClasses(String more) {
        for (String prefix : more.split(",")) {
            if (!prefix.isBlank()) {
                prefixes.add(prefix.strip());
            }
        }
    }

    /** True for the name of a class that is shared. */
    @Override
    public boolean test(String name) {
        return prefixes.stream().anyMatch(name::startsWith)
                || name.startsWith(OWN_PACKAGE) && name.indexOf('.', OWN_PACKAGE.length()) < 0;
    }
}
