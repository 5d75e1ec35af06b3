package org.bipj.launch.loader;

import java.util.List;
import org.bipj.core.job.Job;

/** A rank that shares its JVM with others, as far as its class loader needs to know it. */
public interface LoadedRank {
    /** The rank's place in its job. */
    Job job();

    /** The methods of the JDK that are replaced in the rank's classes. */
    List<ReplacedMethod> replacedMethods();
}
