package org.bipj.testkit.variables;

import java.util.List;
import java.util.function.UnaryOperator;

/** Reads variables in each way that there is. */
public final class Elsewhere {
    private Elsewhere() {}

    static UnaryOperator<String> reference() {
        return System::getenv;
    }

    static int allVariables() {
        return System.getenv().size();
    }

    static String property() {
        return System.getProperty("bipj.none", "");
    }

    static int allProperties() {
        return System.getProperties().size();
    }

    static List<Object> typed() {
        return List.of(
                Boolean.getBoolean("bipj.none"), Integer.getInteger("bipj.none", 1), Long.getLong("bipj.none", 1));
    }
}
