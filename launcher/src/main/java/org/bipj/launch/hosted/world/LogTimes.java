package org.bipj.launch.hosted.world;

import java.time.Instant;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bipj.launch.hosted.threads.RankThreads;

/**
 * Gives records of {@code java.util.logging} the time of the host, and its numbers of records and threads. The JDK makes them with the machine's time and the JVM's numbers: each
 * logger that a program gets has a filter that changes a record before a handler sees it. Public because the programs' classes call it.
 */
public final class LogTimes {
    /** A record whose time is later has got it from the machine: hosts live in the past. */
    private static final Instant FIRST = Instant.now();

    private LogTimes() {}

    /** Instead of a logger that a method returns. */
    public static Logger logger(Logger found) {
        if (found != null && !(found.getFilter() instanceof Dating)) {
            found.setFilter(new Dating(found.getFilter()));
        }
        return found;
    }

    /** Instead of a filter that a method returns. */
    public static Filter filter(Filter found) {
        return found instanceof Dating dating ? dating.own : found;
    }

    /** Instead of {@code logger.setFilter(filter)}. */
    public static void setFilter(Logger logger, Filter filter) {
        logger.setFilter(new Dating(filter));
    }

    /** A program's filter, which may be null, after the record has got its time. */
    private record Dating(Filter own) implements Filter {
        @Override
        public boolean isLoggable(LogRecord record) {
            RankWorld world = RankWorld.ofFiber();
            if (world != null && !record.getInstant().isBefore(FIRST)) {
                record.setInstant(world.now());
                record.setSequenceNumber(world.statics().nextRecord());
                record.setLongThreadID(RankThreads.threadId(Thread.currentThread()));
            }
            return own == null || own.isLoggable(record);
        }
    }
}
