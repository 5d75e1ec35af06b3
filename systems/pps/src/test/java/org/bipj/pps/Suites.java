package org.bipj.pps;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bipj.litmus.LitmusContract;
import org.bipj.multigame.MultigameContract;
import org.bipj.orca.ObjectsContract;
import org.bipj.orca.OrcaInterruptContract;
import org.bipj.panda.MessagesContract;
import org.bipj.panda.Multithreaded;
import org.bipj.panda.OrderedContract;
import org.bipj.panda.PandaInterruptContract;
import org.bipj.panda.RpcContract;

/** The suites of the systems. */
public final class Suites {
    private Suites() {}

    /** Those that run on every fabric. */
    public static Stream<Supplier<? extends Suite>> all() {
        return Stream.of(
                MessagesContract::new,
                RpcContract::new,
                OrderedContract::new,
                ObjectsContract::new,
                LitmusContract::new,
                MultigameContract::new);
    }

    /** Those that run where LCI interrupts: the same with several threads, and what comes of interrupts. */
    public static Stream<Supplier<? extends Suite>> interrupting() {
        return Stream.of(
                Multithreaded.Messages::new,
                Multithreaded.Rpc::new,
                Multithreaded.Ordered::new,
                PandaInterruptContract::new,
                OrcaInterruptContract::new);
    }
}
