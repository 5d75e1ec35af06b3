package mpi;

import org.bipj.mpi.rma.Window;
import org.jspecify.annotations.Nullable;

/** {@link WindowCalls} that listeners see. */
final class ListeningWindows extends WindowCalls {
    private final Listening listening;

    ListeningWindows(Listening listening) {
        this.listening = listening;
    }

    @Override
    void put(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        listening.see(
                listening
                        .call(win, "put")
                        .sends(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType),
                () -> super.put(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType));
    }

    @Override
    Request rPut(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        return listening.see(
                listening
                        .call(win, "rPut")
                        .sends(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType),
                () -> super.rPut(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType));
    }

    @Override
    void get(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        listening.see(
                listening
                        .call(win, "get")
                        .receives(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType),
                () -> super.get(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType));
    }

    @Override
    Request rGet(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        return listening.see(
                listening
                        .call(win, "rGet")
                        .receives(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType),
                () -> super.rGet(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType));
    }

    @Override
    void accumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        listening.see(
                listening
                        .call(win, "accumulate")
                        .sends(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType)
                        .op(op),
                () -> super.accumulate(
                        win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, op));
    }

    @Override
    Request rAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        return listening.see(
                listening
                        .call(win, "rAccumulate")
                        .sends(origin, 0, originCount, originType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType)
                        .op(op),
                () -> super.rAccumulate(
                        win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, op));
    }

    @Override
    void getAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        listening.see(
                listening
                        .call(win, "getAccumulate")
                        .sends(origin, 0, originCount, originType)
                        .receives(result, 0, resultCount, resultType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType)
                        .op(op),
                () -> super.getAccumulate(
                        win,
                        w,
                        origin,
                        originCount,
                        originType,
                        result,
                        resultCount,
                        resultType,
                        target,
                        targetDisp,
                        targetCount,
                        targetType,
                        op));
    }

    @Override
    Request rGetAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        return listening.see(
                listening
                        .call(win, "rGetAccumulate")
                        .sends(origin, 0, originCount, originType)
                        .receives(result, 0, resultCount, resultType)
                        .to(target, 0)
                        .at(w, target, targetDisp, targetCount, targetType)
                        .op(op),
                () -> super.rGetAccumulate(
                        win,
                        w,
                        origin,
                        originCount,
                        originType,
                        result,
                        resultCount,
                        resultType,
                        target,
                        targetDisp,
                        targetCount,
                        targetType,
                        op));
    }

    @Override
    void fetchAndOp(
            Win win,
            Window w,
            @Nullable Object origin,
            Object result,
            Datatype type,
            int target,
            int targetDisp,
            Op op) {
        listening.see(
                listening
                        .call(win, "fetchAndOp")
                        .sends(origin, 0, 1, type)
                        .receives(result, 0, 1, type)
                        .to(target, 0)
                        .at(w, target, targetDisp, 1, type)
                        .op(op),
                () -> super.fetchAndOp(win, w, origin, result, type, target, targetDisp, op));
    }

    @Override
    void compareAndSwap(
            Win win,
            Window w,
            Object origin,
            Object compare,
            Object result,
            Datatype type,
            int target,
            int targetDisp) {
        listening.see(
                listening
                        .call(win, "compareAndSwap")
                        .sends(origin, 0, 1, type)
                        .sends(compare, 0, 1, type)
                        .receives(result, 0, 1, type)
                        .to(target, 0)
                        .at(w, target, targetDisp, 1, type),
                () -> super.compareAndSwap(win, w, origin, compare, result, type, target, targetDisp));
    }

    @Override
    void flush(Win win, Window w, int rank) {
        listening.see(listening.call(win, "flush").to(rank, 0), () -> super.flush(win, w, rank));
    }
}
