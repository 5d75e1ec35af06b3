/**
 * The channel: tagged messages between the ranks of a job, over a port. Short messages go at once and are handed over in
 * place; long ones are announced and move when the receiver has named their destination. What a tag means, and who may
 * receive what, is the client's: the BIP interface, MPI's matching engine.
 */
package org.bipj.core.channel;
