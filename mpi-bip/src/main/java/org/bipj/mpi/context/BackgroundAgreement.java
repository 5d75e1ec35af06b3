package org.bipj.mpi.context;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.schedule.Schedule;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Background;
import org.jspecify.annotations.Nullable;

/**
 * The agreement on a context that does not block (MPI_Comm_idup, MPI 4.1 section 7.4.2): the rounds of {@link ContextIds},
 * each an allreduce in the background. The first combines zeros: it ends when all processes have begun, and only then does
 * this one offer anything, so that the map that it withholds from other agreements it withholds for rounds that cannot block.
 */
final class BackgroundAgreement extends Background {
    private final ContextIds contexts;
    private final long key;
    private final IntConsumer settled;
    private final Consumer<RuntimeException> failed;
    private final long[] words = new long[ContextIds.words()];
    private final CommCore parent;
    private final Schedule exchange;
    private ContextIds.@Nullable Search search;
    private boolean exchanging;

    BackgroundAgreement(
            CommCore parent, ContextIds contexts, long key, IntConsumer settled, Consumer<RuntimeException> failed) {
        this.parent = parent;
        this.contexts = contexts;
        this.key = key;
        this.settled = settled;
        this.failed = failed;
        exchange = Schedules.record(parent, true, port -> ContextIds.and(port, words));
    }

    @Override
    protected void begin() {
        exchanging = false;
    }

    @Override
    protected boolean advance() {
        while (exchanging ? continuePart(exchange) : startPart(exchange)) {
            exchanging = false;
            check(exchange.failure());
            if (search == null) {
                search = contexts.new Search(key, words);
            } else {
                int id = search.settle();
                if (id >= 0) {
                    settled.accept(id);
                    return true;
                }
            }
            if (!search.offer() && parent.size() == 1) {
                // A round without others would not wait for the agreement that has the right to offer.
                return false;
            }
        }
        exchanging = true;
        return false;
    }

    private void check(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException e) {
            failed.accept(e);
            throw e;
        } else if (failure instanceof OutOfMemoryError e) {
            throw e;
        }
    }

    @Override
    protected void ended() {
        if (search != null) {
            search.end();
        }
        Schedules.free(parent, exchange);
    }
}
