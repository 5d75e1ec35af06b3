package org.bipj.samples;

import mpi.MPI;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Makes the test JVM a job of one rank: initialised before the first test that asks for it, finalised after the last. */
public final class OneRankJob implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(OneRankJob.class, key -> start(), AutoCloseable.class);
    }

    private static AutoCloseable start() {
        MPI.Init(new String[0]);
        return MPI::Finalize;
    }
}
