package org.bipj.core.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The end of a long wait. Its beginning is not marked: most waits are short. */
@Name("org.bipj.LongWait")
@Label("Long Wait")
@Description("A rank has waited for at least 20 ms and slept meanwhile; recorded when it is woken")
@Category("BIPJ")
final class LongWaitEvent extends Event {
    @Label("Rank")
    int rank;

    @Label("Waits For")
    @Nullable
    String waitsFor;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
}
