package org.bipj.net.pmi;

import java.util.function.UnaryOperator;
import org.bipj.core.job.ForeignLauncher;
import org.bipj.core.nic.PortException;

/** Connects to the launcher of this process by the protocol that it speaks. */
public final class Launchers {
    private Launchers() {}

    /**
     * Begins to talk with a launcher.
     *
     * @param environment gives a variable's value, or null
     * @throws PortException if it offers nothing, or does not answer as its protocol demands
     */
    public static KeyValues open(ForeignLauncher launcher, UnaryOperator<String> environment) {
        return switch (launcher.protocol()) {
            case PMI_1 -> new PmiOne(PmiSocket.open(environment, launcher.name()), environment);
            case PMI_2 -> new PmiTwo(PmiSocket.open(environment, launcher.name()), environment);
            case PMIX -> new Pmix(launcher);
            case NOTHING -> throw launcher.error("offers it no way to find the others");
        };
    }
}
