/**
 * The calls that take an API key, as the server describes them. Generated: run
 * `npx vitest run server/src/features/developers/client.test.ts -u` after a call has changed.
 */
export interface HostApi {
  /**
   * Languages. Takes any API key.
   */
  'GET /languages/all': {
    answer: {
      data: {
        lang_ide: number;
        lang_image: string;
        lang_description: string;
        lang_code: string;
      }[];
    };
  };
  /**
   * Categories. Takes any API key.
   */
  'GET /categories/all': {
    answer: {
      data: {
        category_ide: number;
        category_slug: string;
        category_description: string;
      }[];
    };
  };
  /**
   * Currencies that a host may sell in, the usual one first. Takes any API key.
   */
  'GET /currencies/all': {
    answer: {
      data: {
        currency_format: string;
        currency_name: string;
        currency_code: string;
        currency_symbol: string;
        currency_digits: number;
        min_ticket_price: number;
        max_ticket_price: number;
        frontrow_min_ticket_fee: number;
        frontrow_ticket_fee: number;
        currency_default: boolean;
      }[];
    };
  };
  /**
   * Ticket types that feed the publish form, with the limits of the caller. Takes any API key.
   */
  'GET /tickets/types': {
    answer: {
      event_type: 0 | 1;
      rally_ticket: boolean;
      ticket_price_enabled: boolean;
      type_id: number;
      max_attendees: number;
      max_ticket_price: number;
      frontrow_min_ticket_fee: number;
      frontrow_ticket_fee: number;
    }[];
  };
  /**
   * Public events: filters, keyset pages. Takes any API key.
   */
  'GET /events': {
    query?: {
      live_now?: '0' | '1' | 'true' | 'false';
      past?: '0' | '1' | 'true' | 'false';
      free?: '0' | '1' | 'true' | 'false';
      price_max?: number;
      currency?: 'EUR' | 'USD' | 'GBP' | 'CHF' | 'JPY';
      from?: number;
      to?: number;
      lang?: number;
      category?: number;
      tag?: string;
      host?: string;
      cursor?: string;
      limit?: number;
    };
    answer: {
      events: {
        event: {
          event_uuid: string;
          event_ide: number;
          event_title: string;
          event_title_made?: 'meeting' | 'replay';
          event_description: string;
          event_date: number;
          event_duration_minutes?: number;
          event_sales_open_date?: number;
          event_streaming_start_date: number | null;
          event_opening_ticketing: boolean;
          event_cover_image: string;
          event_presentation_video: string | null;
          event_presentation_video_landscape: string | null;
          event_thanks_video: string | null;
          event_thanks_video_landscape: string | null;
          event_price_ticket?: number;
          event_num_attendees?: number;
          event_num_tickets_free?: number;
          event_price_ticket_streaming?: number;
          event_num_attendees_streaming?: number;
          event_num_tickets_free_streaming?: number;
          event_num_tickets_sold: number;
          event_promotional_code_discount: number | null;
          event_self_cancel_hours: number | null;
          event_self_cancel_percent: number | null;
          event_holders_of?: string[];
          event_tokens?: {
            token_standard: 'erc20' | 'erc721' | 'erc1155';
            token_chain_id: number;
            token_address: string;
            token_id: string | null;
            token_name: string;
            token_symbol: string;
            token_picture: string | null;
            token_min_balance: number | null;
          }[];
          series?: {
            uuid: string;
            title: string;
            position: number;
            count: number;
          };
          event_state: 0 | 1 | 2;
          event_cancelled: boolean;
          event_unpublished?: true;
          event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
          event_finished_date: number | null;
          event_category_ide: number | null;
          event_lang_ides: number[];
          event_tags: string[];
          event_location: {
            data: {
              zoneName: string;
            };
          };
          event_rescheduled: boolean;
          event_previous_date: number | null;
          event_version: number;
          public: boolean;
          event_private?: true;
          currency: {
            currency_format: string;
            currency_name: string;
            currency_code: string;
            currency_symbol: string;
            currency_digits: number;
          };
          ticket?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
          ticket_streaming?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
        };
        user: {
          user_ide: number;
          user_username: string;
          user_name: string;
          user_avatar: string | null;
          user_role: 0 | 1;
        };
        influencer: {
          influencer_avatar: string | null;
          influencer_ranking: number;
          influencer_reviews: number;
          influencer_advertising: boolean;
          influencer_massive_streaming: boolean;
        };
        watching: number;
      }[];
      next_cursor: string | null;
    };
  };
  /**
   * Events of the calling host. Takes an API key with the scope read_events.
   */
  'GET /events/mine': {
    query?: {
      scope?: 'upcoming' | 'happening' | 'past';
      cursor?: string;
    };
    answer: {
      events: {
        event: {
          event_uuid: string;
          event_ide: number;
          event_title: string;
          event_title_made?: 'meeting' | 'replay';
          event_description: string;
          event_date: number;
          event_duration_minutes?: number;
          event_sales_open_date?: number;
          event_streaming_start_date: number | null;
          event_opening_ticketing: boolean;
          event_cover_image: string;
          event_presentation_video: string | null;
          event_presentation_video_landscape: string | null;
          event_thanks_video: string | null;
          event_thanks_video_landscape: string | null;
          event_price_ticket?: number;
          event_num_attendees?: number;
          event_num_tickets_free?: number;
          event_price_ticket_streaming?: number;
          event_num_attendees_streaming?: number;
          event_num_tickets_free_streaming?: number;
          event_num_tickets_sold: number;
          event_promotional_code_discount: number | null;
          event_self_cancel_hours: number | null;
          event_self_cancel_percent: number | null;
          event_holders_of?: string[];
          event_tokens?: {
            token_standard: 'erc20' | 'erc721' | 'erc1155';
            token_chain_id: number;
            token_address: string;
            token_id: string | null;
            token_name: string;
            token_symbol: string;
            token_picture: string | null;
            token_min_balance: number | null;
          }[];
          series?: {
            uuid: string;
            title: string;
            position: number;
            count: number;
          };
          event_state: 0 | 1 | 2;
          event_cancelled: boolean;
          event_unpublished?: true;
          event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
          event_finished_date: number | null;
          event_category_ide: number | null;
          event_lang_ides: number[];
          event_tags: string[];
          event_location: {
            data: {
              zoneName: string;
            };
          };
          event_rescheduled: boolean;
          event_previous_date: number | null;
          event_version: number;
          public: boolean;
          event_private?: true;
          currency: {
            currency_format: string;
            currency_name: string;
            currency_code: string;
            currency_symbol: string;
            currency_digits: number;
          };
          ticket?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
          ticket_streaming?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
        };
        user: {
          user_ide: number;
          user_username: string;
          user_name: string;
          user_avatar: string | null;
          user_role: 0 | 1;
        };
        influencer: {
          influencer_avatar: string | null;
          influencer_ranking: number;
          influencer_reviews: number;
          influencer_advertising: boolean;
          influencer_massive_streaming: boolean;
        };
        watching: number;
        waiting: number;
      }[];
      next_cursor: string | null;
    };
  };
  /**
   * One event by uuid (ETag, 304). Takes any API key.
   */
  'GET /events/{id}': {
    params: {
      id: string;
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
      user: {
        user_ide: number;
        user_username: string;
        user_name: string;
        user_avatar: string | null;
        user_role: 0 | 1;
      };
      influencer: {
        influencer_avatar: string | null;
        influencer_ranking: number;
        influencer_reviews: number;
        influencer_advertising: boolean;
        influencer_massive_streaming: boolean;
      };
      watching: number;
      attendees_users: {
        user_username: string;
        user_name: string;
        user_avatar: string | null;
      }[];
      host_events: number;
      event_replay?: 'free' | 'sale';
      event_recorded?: true;
    };
  };
  /**
   * A series with its dates: those to come, and the last ones that are over. Takes any API key.
   */
  'GET /series/{id}': {
    params: {
      id: string;
    };
    answer: {
      series: {
        uuid: string;
        title: string;
        count: number;
      };
      user: {
        user_ide: number;
        user_username: string;
        user_name: string;
        user_avatar: string | null;
        user_role: 0 | 1;
      };
      influencer: {
        influencer_avatar: string | null;
        influencer_ranking: number;
        influencer_reviews: number;
        influencer_advertising: boolean;
        influencer_massive_streaming: boolean;
      };
      upcoming: {
        event: {
          event_uuid: string;
          event_ide: number;
          event_title: string;
          event_title_made?: 'meeting' | 'replay';
          event_description: string;
          event_date: number;
          event_duration_minutes?: number;
          event_sales_open_date?: number;
          event_streaming_start_date: number | null;
          event_opening_ticketing: boolean;
          event_cover_image: string;
          event_presentation_video: string | null;
          event_presentation_video_landscape: string | null;
          event_thanks_video: string | null;
          event_thanks_video_landscape: string | null;
          event_price_ticket?: number;
          event_num_attendees?: number;
          event_num_tickets_free?: number;
          event_price_ticket_streaming?: number;
          event_num_attendees_streaming?: number;
          event_num_tickets_free_streaming?: number;
          event_num_tickets_sold: number;
          event_promotional_code_discount: number | null;
          event_self_cancel_hours: number | null;
          event_self_cancel_percent: number | null;
          event_holders_of?: string[];
          event_tokens?: {
            token_standard: 'erc20' | 'erc721' | 'erc1155';
            token_chain_id: number;
            token_address: string;
            token_id: string | null;
            token_name: string;
            token_symbol: string;
            token_picture: string | null;
            token_min_balance: number | null;
          }[];
          series?: {
            uuid: string;
            title: string;
            position: number;
            count: number;
          };
          event_state: 0 | 1 | 2;
          event_cancelled: boolean;
          event_unpublished?: true;
          event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
          event_finished_date: number | null;
          event_category_ide: number | null;
          event_lang_ides: number[];
          event_tags: string[];
          event_location: {
            data: {
              zoneName: string;
            };
          };
          event_rescheduled: boolean;
          event_previous_date: number | null;
          event_version: number;
          public: boolean;
          event_private?: true;
          currency: {
            currency_format: string;
            currency_name: string;
            currency_code: string;
            currency_symbol: string;
            currency_digits: number;
          };
          ticket?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
          ticket_streaming?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
        };
        user: {
          user_ide: number;
          user_username: string;
          user_name: string;
          user_avatar: string | null;
          user_role: 0 | 1;
        };
        influencer: {
          influencer_avatar: string | null;
          influencer_ranking: number;
          influencer_reviews: number;
          influencer_advertising: boolean;
          influencer_massive_streaming: boolean;
        };
        watching: number;
      }[];
      past: {
        event: {
          event_uuid: string;
          event_ide: number;
          event_title: string;
          event_title_made?: 'meeting' | 'replay';
          event_description: string;
          event_date: number;
          event_duration_minutes?: number;
          event_sales_open_date?: number;
          event_streaming_start_date: number | null;
          event_opening_ticketing: boolean;
          event_cover_image: string;
          event_presentation_video: string | null;
          event_presentation_video_landscape: string | null;
          event_thanks_video: string | null;
          event_thanks_video_landscape: string | null;
          event_price_ticket?: number;
          event_num_attendees?: number;
          event_num_tickets_free?: number;
          event_price_ticket_streaming?: number;
          event_num_attendees_streaming?: number;
          event_num_tickets_free_streaming?: number;
          event_num_tickets_sold: number;
          event_promotional_code_discount: number | null;
          event_self_cancel_hours: number | null;
          event_self_cancel_percent: number | null;
          event_holders_of?: string[];
          event_tokens?: {
            token_standard: 'erc20' | 'erc721' | 'erc1155';
            token_chain_id: number;
            token_address: string;
            token_id: string | null;
            token_name: string;
            token_symbol: string;
            token_picture: string | null;
            token_min_balance: number | null;
          }[];
          series?: {
            uuid: string;
            title: string;
            position: number;
            count: number;
          };
          event_state: 0 | 1 | 2;
          event_cancelled: boolean;
          event_unpublished?: true;
          event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
          event_finished_date: number | null;
          event_category_ide: number | null;
          event_lang_ides: number[];
          event_tags: string[];
          event_location: {
            data: {
              zoneName: string;
            };
          };
          event_rescheduled: boolean;
          event_previous_date: number | null;
          event_version: number;
          public: boolean;
          event_private?: true;
          currency: {
            currency_format: string;
            currency_name: string;
            currency_code: string;
            currency_symbol: string;
            currency_digits: number;
          };
          ticket?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
          ticket_streaming?: {
            frontrow_min_ticket_fee: number;
            frontrow_ticket_fee: number;
          };
        };
        user: {
          user_ide: number;
          user_username: string;
          user_name: string;
          user_avatar: string | null;
          user_role: 0 | 1;
        };
        influencer: {
          influencer_avatar: string | null;
          influencer_ranking: number;
          influencer_reviews: number;
          influencer_advertising: boolean;
          influencer_massive_streaming: boolean;
        };
        watching: number;
      }[];
    };
  };
  /**
   * Private information panel of the owner: gross revenue, ticketing fee, and what became of them. Takes an API key with the scope read_orders.
   */
  'GET /events/{id}/private': {
    params: {
      id: string;
    };
    answer: {
      attendees: number;
      gross_revenue: number;
      ticketing_fee: number;
      discounts: number;
      complimentary_tickets: number;
      complimentary: number;
      refunds: number;
      kept: number;
      net_revenue: number;
      refunded_tickets: number;
      refunded: number;
      disputed: number;
      waiting: number;
    };
  };
  /**
   * An event as its owner filled it in. Takes an API key with the scope manage_events.
   */
  'GET /events/{id}/draft': {
    params: {
      id: string;
    };
    answer: {
      event_uuid: string;
      event_kind: 'interactive' | 'broadcast';
      event_cover_image: string;
      event_title: string;
      event_description: string;
      event_date: number;
      event_start_hour: string;
      event_duration_minutes: number | null;
      event_location: {
        data: {
          zoneName: string;
        };
      };
      public: boolean;
      event_opening_ticketing: boolean;
      event_rally_coins: {
        coinName: string;
        coinId: string;
        minCoinBalance: number;
        coinChainId?: number;
        coinAddress?: string;
      }[];
      event_rally_nfts_collections: string[];
      event_rally_delegates: boolean;
      tickets: number;
      price: number;
      currency: string;
      event_tags: string[];
      event_lang_ides: number[];
      event_category_ide: number | null;
      event_promotional_code: string | null;
      event_promotional_code_discount: number | null;
      event_promotional_code_cap: number | null;
      event_promotional_code_from: number | null;
      event_promotional_code_until: number | null;
      event_self_cancel_hours: number | null;
      event_self_cancel_percent: number | null;
      event_sales_open_date?: number;
      series?: {
        uuid: string;
        title: string;
        position: number;
        count: number;
      };
      tickets_taken: number;
      price_fixed: boolean;
    };
  };
  /**
   * Move an event to a later time, once and at least 24 h before its start. Takes an API key with the scope manage_events.
   */
  'POST /events/reschedule': {
    body: {
      event_uuid: string;
      event_date: number;
      event_start_hour: string;
      series_scope?: 'this' | 'following';
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
    };
  };
  /**
   * Cancel an event; every buyer is refunded in full. Takes an API key with the scope manage_events.
   */
  'POST /events/cancel': {
    body: {
      event_uuid: string;
      series_scope?: 'this' | 'following';
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
    };
  };
  /**
   * Promo codes of an event with their uses, for its host. Takes an API key with the scope manage_promo_codes.
   */
  'GET /events/{id}/promo_codes': {
    params: {
      id: string;
    };
    answer: {
      promo_codes: {
        promo_id: number;
        promo_code: string;
        promo_percent: number;
        promo_cap: number | null;
        promo_from: number | null;
        promo_until: number | null;
        promo_uses: number;
        promo_uses_left: number | null;
        promo_state: 'open' | 'not_yet' | 'expired' | 'used_up' | 'ended';
      }[];
    };
  };
  /**
   * Another promo code for an event that is not over. Takes an API key with the scope manage_promo_codes.
   */
  'POST /events/promo_codes/add': {
    body: {
      event_uuid: string;
      code: string;
      percent: number;
      cap?: number | null;
      from?: number | null;
      until?: number | null;
    };
    answer: {
      promo_codes: {
        promo_id: number;
        promo_code: string;
        promo_percent: number;
        promo_cap: number | null;
        promo_from: number | null;
        promo_until: number | null;
        promo_uses: number;
        promo_uses_left: number | null;
        promo_state: 'open' | 'not_yet' | 'expired' | 'used_up' | 'ended';
      }[];
    };
  };
  /**
   * End a promo code; buyers who used it keep the price. Takes an API key with the scope manage_promo_codes.
   */
  'POST /events/promo_codes/end': {
    body: {
      event_uuid: string;
      promo_id: number;
    };
    answer: {
      promo_codes: {
        promo_id: number;
        promo_code: string;
        promo_percent: number;
        promo_cap: number | null;
        promo_from: number | null;
        promo_until: number | null;
        promo_uses: number;
        promo_uses_left: number | null;
        promo_state: 'open' | 'not_yet' | 'expired' | 'used_up' | 'ended';
      }[];
    };
  };
  /**
   * Whom the host gave complimentary tickets, newest first. Takes an API key with the scope read_guests or issue_complimentary_tickets.
   */
  'GET /events/{id}/complimentary': {
    params: {
      id: string;
    };
    answer: {
      guests: {
        ticket_uuid: string;
        ticket_seat: number;
        name: string;
        ticket_code: string;
        ticket_state: 'valid' | 'void';
        ticket_kind: 'paid' | 'promo' | 'complimentary' | 'free' | 'holder' | 'pass';
        promo_code: string | null;
        holder_of: string | null;
        joined: boolean;
        checked_in: number | null;
        username: string | null;
        has_page: boolean;
        email: string | null;
      }[];
    };
  };
  /**
   * Give complimentary tickets to a list of email addresses; each line gets its own result. Takes an API key with the scope issue_complimentary_tickets.
   */
  'POST /events/complimentary': {
    body: {
      event_uuid: string;
      /**
       * @maxItems 1000
       */
      emails: string[];
    };
    answer: {
      lines: {
        line: string;
        answer:
          'given' | 'invalid' | 'repeated' | 'already_has_ticket' | 'own_event' | 'sold_out' | 'complimentary_used_up';
      }[];
      given: number;
    };
  };
  /**
   * Take a complimentary ticket back, until the start. Takes an API key with the scope issue_complimentary_tickets.
   */
  'POST /events/complimentary/withdraw': {
    body: {
      event_uuid: string;
      ticket_uuid: string;
    };
    answer: {
      ticket_uuid: string;
    };
  };
  /**
   * Everyone with a ticket by seat, with email addresses, for the host; event admins and co-hosts get it without email addresses and promo codes, to check people in. Takes an API key with the scope read_guests.
   */
  'GET /events/{id}/door_list': {
    params: {
      id: string;
    };
    query?: {
      after_seat?: number;
      search?: string;
    };
    answer: {
      entries: {
        ticket_uuid: string;
        ticket_seat: number;
        name: string;
        ticket_code: string;
        ticket_state: 'valid' | 'void';
        ticket_kind: 'paid' | 'promo' | 'complimentary' | 'free' | 'holder' | 'pass';
        promo_code: string | null;
        holder_of: string | null;
        joined: boolean;
        checked_in: number | null;
        username: string | null;
        has_page: boolean;
        email: string | null;
      }[];
      next_after_seat: number | null;
      tickets: number;
      joined: number;
      checked_in: number;
      ticket_qr: boolean;
    };
  };
  /**
   * Check someone in on the guest list, or take that back; the same again changes nothing. Takes an API key with the scope check_in_guests.
   */
  'POST /events/door_list/check_in': {
    body: {
      event_uuid: string;
      ticket_uuid: string;
      checked_in: boolean;
    };
    answer: {
      ticket_uuid: string;
      checked_in: number | null;
    };
  };
  /**
   * Check in scanned tickets, as many as a phone kept while it was offline. A scan sent again gets the same answer; of two scans of a ticket the one that arrives first counts. Takes an API key with the scope check_in_guests.
   */
  'POST /events/door_list/scan': {
    body: {
      event_uuid: string;
      place?: string;
      /**
       * @minItems 1
       * @maxItems 50
       */
      scans: {
        scan_uuid: string;
        code: string;
        at: number;
      }[];
    };
    answer: {
      results: {
        scan_uuid: string;
        result: 'welcome' | 'already' | 'not_valid' | 'other_event';
        ticket: {
          ticket_uuid: string;
          ticket_seat: number;
          name: string;
        } | null;
        checked_in: number | null;
        place: string | null;
        event_title: string | null;
      }[];
      tickets: number;
      checked_in: number;
    };
  };
  /**
   * What a phone needs to scan while it is offline: the first 24 characters of SHA-256 of `{event_uuid}:{code}` of each valid ticket; none for more than 20,000 tickets. Takes an API key with the scope check_in_guests.
   */
  'GET /events/{id}/door_list/codes': {
    params: {
      id: string;
    };
    answer: {
      hashes: string[];
      tickets: number;
      checked_in: number;
    };
  };
  /**
   * The whole guest list as CSV. Takes an API key with the scope read_guests.
   */
  'GET /events/{id}/door_list_csv': {
    params: {
      id: string;
    };
    answer: {
      filename: string;
      csv: string;
    };
  };
  /**
   * Who paid what for an event, newest first, and the sums by promo code, for its host. Takes an API key with the scope read_orders.
   */
  'GET /events/{id}/billed': {
    params: {
      id: string;
    };
    query?: {
      cursor?: string;
    };
    answer: {
      currency_code: string;
      codes: {
        promo_code: string | null;
        complimentary: boolean;
        tickets: number;
        price: number;
        discount: number;
        fee: number;
        total: number;
        refunded: number;
        disputed?: number;
        net: number;
      }[];
      orders: {
        order_uuid: string;
        name: string;
        paid_at: number;
        ticket_kind: 'paid' | 'promo' | 'complimentary' | 'free' | 'holder' | 'pass';
        promo_code: string | null;
        price: number;
        discount: number;
        fee: number;
        total: number;
        refunded: number;
        disputed?: number;
      }[];
      next_cursor: string | null;
    };
  };
  /**
   * How an event of the host went: who came, how many watched, what it brought, and what people said. Takes an API key with the scope read_orders.
   */
  'GET /host/events/{id}/results': {
    params: {
      id: string;
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
      user: {
        user_ide: number;
        user_username: string;
        user_name: string;
        user_avatar: string | null;
        user_role: 0 | 1;
      };
      influencer: {
        influencer_avatar: string | null;
        influencer_ranking: number;
        influencer_reviews: number;
        influencer_advertising: boolean;
        influencer_massive_streaming: boolean;
      };
      watching: number;
      audience: {
        came: number;
        expected: number;
        peak_viewers: number;
        peak_at: number | null;
        average_watch_minutes: number;
        usual_watch_minutes: number | null;
        turns: number;
        chat_messages: number;
      } | null;
      unanswered_questions: number;
      viewers: {
        minute: number;
        viewers: number;
      }[];
      money: {
        attendees: number;
        gross_revenue: number;
        ticketing_fee: number;
        discounts: number;
        complimentary_tickets: number;
        complimentary: number;
        refunds: number;
        kept: number;
        net_revenue: number;
        refunded_tickets: number;
        refunded: number;
        disputed: number;
        waiting: number;
      };
      available_at: number | null;
      reviews: {
        count: number;
        average: number | null;
        latest: {
          stars: number;
          text: string;
          name: string;
        }[];
      };
    };
  };
  /**
   * Publish an event. Accepts Idempotency-Key. Takes an API key with the scope manage_events.
   */
  'POST /events/create': {
    body: {
      event_cover_image?: string;
      event_title?: string | number | boolean;
      event_date?: string | number | boolean;
      event_start_hour?: string | number | boolean;
      event_duration_minutes?: string | number | boolean;
      event_description?: string | number | boolean;
      public?: string | number | boolean;
      event_opening_ticketing?: string | number | boolean;
      event_rally_coins?: string;
      event_rally_nfts_collections?: string;
      event_rally_delegates?: string | number | boolean;
      event_num_attendees?: string | number | boolean;
      event_price_ticket?: string | number | boolean;
      event_ticket_type?: string | number | boolean;
      currency?: string | number | boolean;
      event_num_attendees_streaming?: string | number | boolean;
      event_price_ticket_streaming?: string | number | boolean;
      event_ticket_type_streaming?: string | number | boolean;
      event_tags?: string;
      event_lang_ides?: string;
      event_category_ide?: string | number | boolean;
      event_location?: string;
      event_promotional_code?: string | number | boolean;
      event_promotional_code_discount?: string | number | boolean;
      event_promotional_code_cap?: string | number | boolean;
      event_promotional_code_from?: string | number | boolean;
      event_promotional_code_until?: string | number | boolean;
      event_self_cancel_hours?: string | number | boolean;
      event_self_cancel_percent?: string | number | boolean;
      event_sales_open_date?: string | number | boolean;
      event_repeats?: string;
      event_series?: string;
      event_cover_from?: string;
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
      events?: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      }[];
    };
  };
  /**
   * Change what was not promised to buyers, while the event is upcoming. Takes an API key with the scope manage_events.
   */
  'POST /events/update': {
    body: {
      event_cover_image?: string;
      event_title?: string | number | boolean;
      event_duration_minutes?: string | number | boolean;
      event_description?: string | number | boolean;
      public?: string | number | boolean;
      event_num_attendees?: string | number | boolean;
      event_price_ticket?: string | number | boolean;
      event_num_attendees_streaming?: string | number | boolean;
      event_price_ticket_streaming?: string | number | boolean;
      currency?: string | number | boolean;
      event_tags?: string;
      event_lang_ides?: string;
      event_category_ide?: string | number | boolean;
      event_promotional_code?: string | number | boolean;
      event_promotional_code_discount?: string | number | boolean;
      event_promotional_code_cap?: string | number | boolean;
      event_promotional_code_from?: string | number | boolean;
      event_promotional_code_until?: string | number | boolean;
      event_self_cancel_hours?: string | number | boolean;
      event_self_cancel_percent?: string | number | boolean;
      event_sales_open_date?: string | number | boolean;
      event_uuid: string;
      series_scope?: 'this' | 'following';
      event_promotional_code_before?: string | number | boolean;
    };
    answer: {
      event: {
        event_uuid: string;
        event_ide: number;
        event_title: string;
        event_title_made?: 'meeting' | 'replay';
        event_description: string;
        event_date: number;
        event_duration_minutes?: number;
        event_sales_open_date?: number;
        event_streaming_start_date: number | null;
        event_opening_ticketing: boolean;
        event_cover_image: string;
        event_presentation_video: string | null;
        event_presentation_video_landscape: string | null;
        event_thanks_video: string | null;
        event_thanks_video_landscape: string | null;
        event_price_ticket?: number;
        event_num_attendees?: number;
        event_num_tickets_free?: number;
        event_price_ticket_streaming?: number;
        event_num_attendees_streaming?: number;
        event_num_tickets_free_streaming?: number;
        event_num_tickets_sold: number;
        event_promotional_code_discount: number | null;
        event_self_cancel_hours: number | null;
        event_self_cancel_percent: number | null;
        event_holders_of?: string[];
        event_tokens?: {
          token_standard: 'erc20' | 'erc721' | 'erc1155';
          token_chain_id: number;
          token_address: string;
          token_id: string | null;
          token_name: string;
          token_symbol: string;
          token_picture: string | null;
          token_min_balance: number | null;
        }[];
        series?: {
          uuid: string;
          title: string;
          position: number;
          count: number;
        };
        event_state: 0 | 1 | 2;
        event_cancelled: boolean;
        event_unpublished?: true;
        event_cancel_reason: ('host' | 'no_show' | 'admin') | null;
        event_finished_date: number | null;
        event_category_ide: number | null;
        event_lang_ides: number[];
        event_tags: string[];
        event_location: {
          data: {
            zoneName: string;
          };
        };
        event_rescheduled: boolean;
        event_previous_date: number | null;
        event_version: number;
        public: boolean;
        event_private?: true;
        currency: {
          currency_format: string;
          currency_name: string;
          currency_code: string;
          currency_symbol: string;
          currency_digits: number;
        };
        ticket?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
        ticket_streaming?: {
          frontrow_min_ticket_fee: number;
          frontrow_ticket_fee: number;
        };
      };
    };
  };
}
