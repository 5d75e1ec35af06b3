package org.bipj.pps;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bipj.multigame.MultigameContract;
import org.bipj.panda.MessagesContract;

/** The suites of the systems. */
public final class Suites {
    private Suites() {}

    /** Those that run on every fabric. */
    public static Stream<Supplier<? extends Suite>> all() {
        return Stream.of(MessagesContract::new, MultigameContract::new);
    }
}
