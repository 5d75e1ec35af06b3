package org.bipj.sim.hardware;

import java.util.function.Supplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.WaitReports;

/** A rank's port whose {@link #toString} describes what the rank waits for, for the report of a deadlock. */
public abstract class ReportingPort implements NicPort, WaitReports {
    private final String usual;
    /** What the software above the port waits for. */
    private Supplier<String> outstanding = () -> "";

    /**
     * Creates the reporting part of a port.
     *
     * @param usual what a rank waits for if the software above does not say it
     */
    protected ReportingPort(String usual) {
        this.usual = usual;
    }

    @Override
    public final WaitReports waitReports() {
        return this;
    }

    @Override
    public final void reportBy(Supplier<String> report) {
        outstanding = report;
    }

    /** Does nothing: the simulation requests reports by {@link #toString}, and only when no rank can continue. */
    @Override
    public final void reportIfAsked() {}

    @Override
    public String toString() {
        String known = outstanding.get();
        return known.isEmpty() ? usual : known;
    }
}
