/**
 * The channel: tagged messages between the ranks of a job, over a port. Short messages are sent at once and delivered in
 * place; long ones are announced and move once the receiver has named their destination. The client, the BIP interface or MPI's
 * matching engine, gives meaning to tags and decides who receives what.
 */
@NullMarked
package org.bipj.core.channel;

import org.jspecify.annotations.NullMarked;
