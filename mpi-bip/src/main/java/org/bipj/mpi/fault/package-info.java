/** What a rank knows of failed processes, communicators that are revoked, and agreements that end whoever fails: docs/architecture/fault-tolerance.md. */
@NullMarked
package org.bipj.mpi.fault;

import org.jspecify.annotations.NullMarked;
