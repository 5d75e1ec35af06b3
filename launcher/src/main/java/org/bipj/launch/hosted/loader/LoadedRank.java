package org.bipj.launch.hosted.loader;

import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.threads.ShutdownHooks;

/** The part of a rank that its class loader uses. */
public interface LoadedRank {
    /** The rank's place in its job. */
    Job job();

    /** The program ends the rank, by System.exit or a similar call. Does not return. */
    void exit(int code);

    /** What runs when the program ends in an orderly way. */
    ShutdownHooks hooks();

    /** The rank's system properties and environment variables; null: those of the JVM. */
    default RankSettings settings() {
        return null;
    }

    /** What becomes of calls of the JDK's methods and constructors in the rank's classes. */
    List<CallRule> callRules();

    /** True for the name of a class of the JDK that each rank defines for itself, rewritten as the program's. */
    default boolean definesOwn(String name) {
        return false;
    }

    /** How threads of the rank's classes become its own; null: they stay as they are. */
    default ThreadRules threadRules() {
        return null;
    }
}
