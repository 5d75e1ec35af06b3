package org.bipj.sim.hardware;

import java.util.function.LongConsumer;

/** An engine that does nothing but hear of its pace. */
final class PlainEngine extends Engine {
    private final LongConsumer paces;

    PlainEngine(Sram sram, int number, LongConsumer paces) {
        super(sram, number, null);
        this.paces = paces;
    }

    @Override
    void paced(long psPerByte) {
        paces.accept(psPerByte);
    }

    @Override
    protected void fire() {
        throw new IllegalStateException("nobody schedules it");
    }
}
