package org.bipj.sim.bip;

/** One packet of a long message that is sent in several worms. */
final class Part extends Message {
    final Transfer transfer;
    final int bytes;

    Part(Transfer transfer, int bytes) {
        this.transfer = transfer;
        this.bytes = bytes;
        from = transfer.from;
        to = transfer.to;
    }

    @Override
    int wireBytes() {
        return Transfer.HEADER + bytes;
    }

    @Override
    protected void fire() {
        throw new IllegalStateException("no host rings for a part of a message");
    }
}
