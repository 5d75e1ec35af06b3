package org.bipj.core.flight;

import jdk.jfr.FlightRecorder;

/** Whether events are to be made at all. */
public final class FlightEvents {
    /** False in a run-time image without the flight recorder. */
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightEvents() {}

    /**
     * True once a recording has been started in this JVM. The first call loads one small class; loading the first class of
     * events instead takes most of a second. To be called on no path of a short message and not before a rank has started.
     */
    public static boolean isOn() {
        return AVAILABLE && FlightRecorder.isInitialized();
    }

    /**
     * Records that a rank has waited for long; only where {@link #isOn}.
     *
     * @param waitsFor what it waited for, in words
     * @param waitedNs how long, up to now
     */
    public static void longWait(int rank, String waitsFor, long waitedNs) {
        LongWaitEvent event = new LongWaitEvent();
        event.rank = rank;
        event.waitsFor = waitsFor;
        event.waited = waitedNs;
        event.commit();
    }
}
