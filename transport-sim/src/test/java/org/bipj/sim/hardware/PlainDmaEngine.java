package org.bipj.sim.hardware;

import java.util.function.LongConsumer;

/** An engine that does nothing but hear of its pace. */
final class PlainDmaEngine extends DmaEngine {
    private final LongConsumer paces;

    PlainDmaEngine(Sram sram, int number, LongConsumer paces) {
        super(sram, number, null);
        this.paces = paces;
    }

    @Override
    void onPace(long psPerByte) {
        paces.accept(psPerByte);
    }

    @Override
    protected void fire() {
        throw new IllegalStateException("nobody schedules it");
    }
}
