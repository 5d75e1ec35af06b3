package org.bipj.sim.platform;

import java.util.List;

/** A cluster as data: constants, and what is connected to what. */
public final class Platform {
    /** The platforms that come with the library. */
    public static final List<String> NAMES = List.of("lab", "bip-ppro200", "das64", "now100");

    private final Constants constants;

    private Platform(Constants constants) {
        this.constants = constants;
    }

    /**
     * Loads a platform.
     *
     * @param nameOrFile one of {@link #NAMES}, or a file of the user's
     * @param overrides each {@code key=value}
     */
    public static Platform load(String nameOrFile, List<String> overrides) {
        return new Platform(Constants.load(nameOrFile).with(overrides));
    }

    /** The constants, with overrides. */
    public Constants constants() {
        return constants;
    }
}
