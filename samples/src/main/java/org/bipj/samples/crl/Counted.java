package org.bipj.samples.crl;

import org.bipj.core.job.Compute;

/** Counts what a program computes, and charges it in virtual time before the next section ends, where CRL polls. */
final class Counted {
    private final String kind;
    private final boolean virtual = Compute.isVirtual();
    private long operations;

    Counted(String kind) {
        this.kind = kind;
    }

    void charge(int count) {
        operations += count;
        if (virtual) {
            Compute.operations(kind, count);
        }
    }

    long operations() {
        return operations;
    }
}
