package org.bipj.sim.constants;

import java.util.LinkedHashMap;
import java.util.Map;

/** Constants without a file, for tests. */
public final class TestConstants {
    private TestConstants() {}

    /** The constants of some lines, as they stand in a file called {@code constants}. */
    public static Constants of(String... lines) {
        Map<String, Constant> byKey = new LinkedHashMap<>();
        for (int i = 0; i < lines.length; i++) {
            Constant constant = ConstantLine.parse(lines[i], "constants:" + (i + 1));
            byKey.put(constant.key(), constant);
        }
        return new Constants("constants", byKey);
    }
}
