package org.bipj.core.job.family;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Names of services and the ports that they are published with; a name is gone once the job that has published it has ended. */
public interface ServiceNames {
    /**
     * Publishes a port.
     *
     * @return null; why not, if the name is published already
     */
    @Nullable
    String publish(String service, String port) throws IOException;

    /** The port that a service is published with; null if it is not. */
    @Nullable
    String find(String service) throws IOException;

    /**
     * Takes a name back that is published with a port.
     *
     * @return false if it is published with another one, or not
     */
    boolean remove(String service, String port) throws IOException;

    /** Where names are published, with a preposition. */
    String where();
}
